import { mock } from 'node:test';
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import type { Item } from '#client/sync/item.ts';
import { openLocalDatabase } from '#client/sync/local-database.ts';
import { createOutbox } from '#client/sync/outbox.ts';
import type { Edit } from '#client/sync/outbox-entry.ts';
import { createSending } from '#client/sync/sending.ts';
import type { ItemKind } from '#shared/items.ts';
import { plant, plants, watering, waterings } from './plant-kinds.ts';

/** Answers a request, or returns undefined to let it succeed. */
type Answer = (request: string, body: Item) => Response | undefined | Promise<Response | undefined>;

/** Opens an empty outbox for plants and waterings, and replaces the server by one that records requests. */
export async function openPlantOutbox() {
  globalThis.indexedDB = new IDBFactory();
  const database = (await openLocalDatabase('plants')).forUser('ada');
  const requests: string[] = [];
  let count = 0;
  let answer: Answer = () => undefined;
  const outbox = createOutbox({
    database,
    newId: () => `id-${++count}`,
    now: () => new Date(Date.UTC(2026, 0, 1) + ++count).toISOString(),
    onChange() {},
  });
  const kinds: ItemKind[] = [plants, waterings];

  mock.method(globalThis, 'fetch', async (address: string, init: RequestInit) => {
    const [path = ''] = address.split('?');
    const [, , many, id, action] = path.split('/');
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : {};
    const name = [action ?? init.method, id ?? body.id].filter(Boolean).join(' ');
    const links = [body.parent, body.plant, body.next].filter(Boolean);
    const request = [name, ...links].join(' → ');
    requests.push(many === 'upload' ? 'upload' : request);
    const answered = await answer(requests.at(-1) as string, body);
    if (answered) return answered;
    if (many === 'upload') return Response.json({ success: true, filePath: 'photo.webp' });
    const kind = kinds.find((one) => one.many === many);
    const item = { ...body, id: id ?? body.id, version: (body.version ?? 0) + 1 };
    return Response.json({ success: true, [kind?.one ?? '']: item, seq: requests.length });
  });

  return {
    outbox,
    /** The requests so far, such as "POST monday → rose" for the creation of a watering of the rose. */
    requests,
    answerWith: (next: Answer) => {
      answer = next;
    },

    savePlant: (
      id: string,
      parent: string | null = null,
      { original, photo = NO_PHOTO }: Of = {},
    ) => outbox.save(plants, { id, original, fields: { name: id, parent }, photo }),

    saveWatering: (id: string, of: string, next: string | null = null, { original }: Of = {}) =>
      outbox.save(waterings, {
        id,
        original,
        fields: { note: id, plant: of, next },
        photo: NO_PHOTO,
      }),

    removePlant: (id: string, parent: string | null = null) =>
      outbox.remove(plants, plant(id, parent)),
    removeWatering: (id: string, of: string, next: string | null = null) =>
      outbox.remove(waterings, watering(id, of, next)),

    unsent: async () => (await outbox.entries()).map(({ id }) => id).sort(),

    send: () =>
      createSending({
        userId: 'ada',
        kinds,
        bearer: 'token',
        withLock: (_name, _signal, work) => work(new AbortController().signal),
        outbox,
        onEvent() {},
      }).send(),
  };
}

type Of = { original?: Item; photo?: Edit['photo'] };

const NO_PHOTO = { kind: 'none' } as const;

export const photo: Edit['photo'] = { kind: 'captured', blob: new Blob(['bytes']) };
