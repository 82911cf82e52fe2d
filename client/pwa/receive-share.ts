import type { Share } from '#client/native/definitions.ts';
import { openLocalDatabase } from '#client/sync/local-database.ts';
import { storeShared } from '#client/sync/shared-content.ts';
import type { FeatureManifest } from '#shared/web-manifest.ts';

type ShareTarget = NonNullable<FeatureManifest['shareTarget']>;

/**
 * Stores what another app shared, and leads to the screen that makes a draft of it. Runs in the service worker. If
 * nothing can be stored, the address carries the text.
 */
export async function receiveShare(request: Request, target: ShareTarget): Promise<Response> {
  const share = await readShare(request, target);
  const { title, text, url } = share;
  try {
    const database = await openLocalDatabase();
    if (!database.isPersistent) throw new Error('Nothing can be stored');
    await storeShared(database, share);
    database.close();
    return redirectTo(`${target.path}?shared`);
  } catch (error) {
    console.error('What was shared could not be stored', error);
    return redirectTo(`${target.path}?${new URLSearchParams({ title, text, url })}`);
  }
}

async function readShare(request: Request, { params }: ShareTarget): Promise<Share> {
  // A body that is no form was not sent by the system.
  const form = await request.formData().catch(() => new FormData());
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : '';
  };
  const files = form.getAll(params.photo).filter((value) => typeof value !== 'string');
  return { title: text(params.title), text: text(params.text), url: text(params.url), files };
}

/** Makes the browser open an address of this site with GET. */
const redirectTo = (path: string) => Response.redirect(new URL(path, location.origin).href, 303);
