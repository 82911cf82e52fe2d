import type { Share } from '#client/native/definitions.ts';
import { openLocalDatabase } from '#client/sync/local-database.ts';
import { storeShared } from '#client/sync/shared-content.ts';
import type { ShareTarget } from '#shared/share-target.ts';

/** Servers and proxies accept addresses about twice as long. */
const ADDRESS_MAX_CHARACTERS = 4000;

/**
 * Stores content that another app shared, and redirects to the screen that makes a draft of it. Runs in the service
 * worker. If nothing can be stored, the address carries the text.
 */
export async function receiveShare(request: Request, target: ShareTarget): Promise<Response> {
  // It could push out content that waits to be taken.
  if (isFromAnotherSite(request)) return redirectTo(target.path);
  const share = await readShare(request, target);
  try {
    const database = await openLocalDatabase();
    if (!database.isPersistent) throw new Error('Nothing can be stored');
    await storeShared(database, share);
    database.close();
    return redirectTo(`${target.path}?shared`);
  } catch (error) {
    console.error('What was shared could not be stored', error);
    return redirectTo(addressWith(target.path, share));
  }
}

/**
 * Tells whether a page of another website sent the form, if the browser reports it. A share by the system has no
 * sending page, so a page that hides its origin looks like the system.
 */
function isFromAnotherSite({ headers, referrer }: Request) {
  const isOther = (address: string) =>
    /^https?:/.test(address) && !`${address}/`.startsWith(`${location.origin}/`);
  return (
    headers.get('Sec-Fetch-Site') === 'cross-site' ||
    isOther(headers.get('Origin') ?? '') ||
    isOther(referrer)
  );
}

async function readShare(request: Request, { params }: ShareTarget): Promise<Share> {
  // A body that is not a form was not sent by the system.
  const form = await request.formData().catch(() => new FormData());
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const files = form.getAll(params.photo).filter((value) => typeof value !== 'string');
  return { title: text(params.title), text: text(params.text), url: text(params.url), files };
}

/** Returns an address with as much of each text as fits. */
function addressWith(path: string, { title, text, url }: Share) {
  for (let most = ADDRESS_MAX_CHARACTERS; ; most = Math.floor(most / 2)) {
    // Removes half a surrogate pair at the end.
    const cut = (part: string) => part.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');
    const query = new URLSearchParams({ title: cut(title), text: cut(text), url: cut(url) });
    const address = `${path}?${query}`;
    if (address.length <= ADDRESS_MAX_CHARACTERS || most === 0) return address;
  }
}

/** Redirects the browser to an address of this site with GET. */
const redirectTo = (path: string) => Response.redirect(new URL(path, location.origin).href, 303);
