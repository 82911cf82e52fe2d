import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { asForm, picture } from '#server/testing/pictures.ts';
import { countOutcome, describeOutcomes, type Outcomes } from '#tests/support/outcomes.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { signIn } from './accounts.ts';
import { isPicture } from './is-picture.ts';

const WRITERS = 8;
const PAUSE_AFTER_FAILURE_MS = 20;
const PHOTO = { width: 64, height: 48 };

type StoredItem = { id: string; text: string; version: number };
type AcknowledgedWrite = { item: StoredItem } | { photo: string };
type Changes = { seq: number; more: boolean; changes?: { items: { items: StoredItem[] } } };
type WriteResponse = { item?: StoredItem; filePath?: string };

/**
 * Signs in to a demo server, then creates and updates items and uploads photos without pause. Records each acknowledged
 * write and the outcome of every request. Signs in again when its session has ended.
 */
export async function startWriters(t: TestContext, firstUrl: string) {
  let url = firstUrl;
  const acknowledged: AcknowledgedWrite[] = [];
  const outcomes: Outcomes = new Map();
  const photoBytes = await picture('png', PHOTO.width, PHOTO.height);
  let token = await signIn(url);
  let signingIn: Promise<string> | undefined;
  let writing = true;
  t.after(() => {
    writing = false;
  });
  const writers = [writePhoto, ...Array(WRITERS - 1).fill(writeItem)].map(async (write) => {
    while (writing) if (!(await write())) await sleep(PAUSE_AFTER_FAILURE_MS);
  });

  return {
    /** The number of responses by status. */
    outcomes,
    get token() {
      return token;
    },
    list: () => send('GET', '/api/items'),

    /** Resolves after a number of further writes have succeeded, including an upload. */
    moreAcknowledged() {
      const writes = acknowledged.length + 20 * WRITERS;
      const photos = photosOf(acknowledged).length + 1;
      return waitFor(
        'writes succeed',
        () => acknowledged.length >= writes && photosOf(acknowledged).length >= photos,
      );
    },

    /** Sends further requests to another server. */
    switchTo(nextUrl: string) {
      url = nextUrl;
    },

    async stop() {
      writing = false;
      await Promise.all(writers);
    },

    /** Makes one more write after `stop`, after which every earlier write is acknowledged. */
    async writeOnce() {
      if (!(await createItem())) throw new Error('a write was not acknowledged');
      return acknowledged.length;
    },

    /**
     * Returns how many writes were acknowledged, how many of them the server no longer has, and the outcomes of
     * requests. Checks only the first writes if only those must exist.
     */
    async summary(first = acknowledged.length) {
      return {
        acknowledged: first,
        missing: await countMissing(acknowledged.slice(0, first)),
        responses: describeOutcomes(outcomes),
      };
    },
  };

  async function countMissing(writes: AcknowledgedWrite[]) {
    const stored = await readStored();
    let missing = 0;
    for (const write of writes) {
      const found =
        'photo' in write
          ? await isReadable(write.photo)
          : isStored(write.item, stored.get(write.item.id));
      if (!found) missing++;
    }
    return missing;
  }

  async function writeItem() {
    const item = await createItem();
    return item && write('PUT', `/api/items/${item.id}`, { text: `${newText()} (changed)` });
  }

  async function createItem(photo_path?: string) {
    return (await write('POST', '/api/items', { text: newText(), photo_path }))?.item;
  }

  /**
   * Uploads a photo and uses it in an item. The photo counts from then on, because an unused photo is deleted after a
   * day.
   */
  async function writePhoto() {
    const photo = (await write('POST', '/api/upload', asForm(photoBytes)))?.filePath;
    const item = photo && (await createItem(photo));
    if (item) acknowledged.push({ photo });
    return item;
  }

  async function write(method: string, path: string, body: object) {
    const response = await send(method, path, body).catch(() => undefined);
    const result = (await response?.json().catch(() => undefined)) as WriteResponse | undefined;
    // An incomplete response acknowledges nothing.
    const outcome = (result && response?.status) ?? 'no response';
    countOutcome(outcomes, outcome);
    if (outcome === 401) await signInAgain();
    if (!response?.ok || !result) return undefined;
    if (result.item) acknowledged.push({ item: result.item });
    return result;
  }

  /** Reads all items like a new device, which would reveal a wrong change number; a list would not. */
  async function readStored() {
    const stored = new Map<string, StoredItem>();
    for (let page: Changes = { seq: 0, more: true }; page.more; ) {
      const response = await send('GET', `/api/changes?since=${page.seq}`);
      page = (await response.json()) as Changes;
      for (const item of page.changes?.items.items ?? []) stored.set(item.id, item);
    }
    return stored;
  }

  async function isReadable(photo: string) {
    const response = await send('GET', `/api/file/files/${photo}`);
    return isPicture(await response.bytes(), PHOTO);
  }

  async function signInAgain() {
    const attempt = signingIn ?? signIn(url);
    signingIn = attempt;
    token = await attempt.catch(() => token);
    signingIn = undefined;
  }

  function send(method: string, path: string, body?: object) {
    const isForm = body instanceof FormData;
    return fetch(url + path, {
      method,
      headers: {
        ...(body && !isForm && { 'Content-Type': 'application/json' }),
        Authorization: `Bearer ${token}`,
      },
      body: isForm ? body : (JSON.stringify(body) ?? null),
    });
  }
}

let texts = 0;
const newText = () => `Text number ${++texts}. ${'Some words. '.repeat(20)}`;

const photosOf = (writes: AcknowledgedWrite[]) =>
  writes.flatMap((write) => ('photo' in write ? [write.photo] : []));

/** Returns whether this version of an item, or a later one whose response did not arrive, is stored. */
function isStored(written: StoredItem, stored: StoredItem | undefined) {
  if (!stored || stored.version < written.version) return false;
  return stored.version > written.version || stored.text === written.text;
}
