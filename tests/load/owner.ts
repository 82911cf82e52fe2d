import { randomUUID } from 'node:crypto';
import type { TestItem } from '#server/testing/items/contract.ts';
import { asForm } from '#server/testing/pictures.ts';
import type { Person } from '#tests/support/production-server.ts';
import type { Call, HttpClient } from './http-client.ts';

export type Owner = ReturnType<typeof createOwner>;

type Stored = Pick<TestItem, 'id' | 'text' | 'photo_path' | 'version'>;
type Request = Omit<Call, 'as'>;

const ITEMS_MIN = 5;
const ITEMS_MAX = 15;
const WORDS = 'Some words. '.repeat(20);

/**
 * Uses the server like one user with two devices: one writes and remembers acknowledged writes, the other copies the
 * changes. Call its functions one at a time, except `list` and `signIn`.
 */
export function createOwner(person: Person, password: string, send: HttpClient, photo: Uint8Array) {
  /** The state after the acknowledged writes. */
  const items = new Map<string, Stored>();
  /** The items of unacknowledged writes, which may or may not be stored. */
  const uncertain = new Set<string>();
  const copy = new Map<string, Stored>();
  let seq = 0;
  let acknowledged = 0;
  let texts = 0;

  return {
    list: () => request('list', { path: '/api/items', expected: [200] }),
    pull,
    create: () => (items.size < ITEMS_MAX ? create() : remove()),
    remove: () => (items.size > ITEMS_MIN ? remove() : create()),
    createWithPhoto,

    async update() {
      const item = oneOf([...items.values()]);
      if (!item) return;
      const text = newText();
      const body = { text, version: item.version };
      const path = `/api/items/${item.id}`;
      await write('update', item.id, { method: 'PUT', path, body, expected: [200] });
    },

    /** Changes an item like a device that has not seen the last change. */
    async updateStale() {
      const item = oneOf([...items.values()].filter(({ version }) => version > 1));
      if (!item) return;
      const body = { text: newText(), version: item.version - 1 };
      const path = `/api/items/${item.id}`;
      await request('stale update', { method: 'PUT', path, body, expected: [409] });
    },

    readPhoto: () => readPhoto('photo'),
    readSmallPhoto: () => readPhoto('photo 320 px', '?w=320'),
    readPhotoAgain: () => readPhoto('photo 304', '', [304]),

    async signIn() {
      const body = { email: person.email, password };
      const path = '/api/auth/login';
      const { address } = person;
      const call = { method: 'POST', path, body, expected: [200] };
      const token = (await send('sign-in', { ...call, as: { address } }))?.json().token;
      if (!token) return;
      const end = { method: 'POST', path: '/api/auth/logout', expected: [200] };
      await send('sign-out', { ...end, as: { address, token } });
    },

    home: () => request('home page', { path: '/', expected: [200] }),

    /** Compares the acknowledged items with the stored items and with the copy. Returns the differences. */
    async compare() {
      await pull();
      const response = await request('list', { path: '/api/items', expected: [200] });
      const list: { items: Stored[]; seq: number } = response?.json() ?? { items: [], seq: -1 };
      const stored = new Map(list.items.map((item) => [item.id, item]));
      const known = new Set([...items.keys(), ...copy.keys(), ...stored.keys()]);
      const differences = [];
      for (const id of known) {
        const [written, listed, copied] = [items, stored, copy].map((map) => describe(map.get(id)));
        if (!uncertain.has(id) && written !== listed)
          differences.push(`${id}: ${written} was acknowledged, ${listed} is stored`);
        if (listed !== copied)
          differences.push(`${id}: ${listed} is stored, ${copied} was sent as change`);
      }
      for (const { photo_path } of stored.values())
        if (photo_path && !(await readPhoto('photo', '', [200], photo_path)))
          differences.push(`${photo_path}: is not readable`);
      return { token: person.token, seq: list.seq, acknowledged, differences };
    },
  };

  /** Reads what changed since the last time. */
  async function pull() {
    for (let more = true; more; ) {
      const path = `/api/changes?since=${seq}`;
      const response = await request('changes', { path, expected: [200] });
      if (!response) return;
      const page = response.json();
      for (const item of page.changes.items.items) copy.set(item.id, item);
      for (const id of page.changes.items.deleted) copy.delete(id);
      ({ seq, more } = page);
    }
  }

  async function create(photo_path?: string) {
    const id = randomUUID();
    const body = { id, text: newText(), photo_path };
    await write('create', id, { method: 'POST', path: '/api/items', body, expected: [201] });
  }

  async function createWithPhoto() {
    if (items.size >= ITEMS_MAX) return remove();
    const response = await request('upload', {
      method: 'POST',
      path: '/api/upload',
      body: asForm(photo),
      expected: [201],
    });
    if (response) await create(response.json().filePath);
  }

  async function remove() {
    const item = oneOf([...items.values()]);
    if (!item) return;
    const path = `/api/items/${item.id}?version=${item.version}`;
    await write('delete', item.id, { method: 'DELETE', path, expected: [200] });
  }

  async function write(kind: string, id: string, call: Request) {
    const response = await request(kind, call);
    items.delete(id);
    if (!response) return uncertain.add(id);
    acknowledged++;
    const { item } = response.json();
    if (item) items.set(id, item);
  }

  async function readPhoto(kind: string, query = '', expected = [200], path = somePhoto()) {
    if (!path) return undefined;
    return request(kind, {
      path: `/api/file/files/${path}${query}`,
      headers: { 'If-None-Match': expected.includes(304) ? `"${path}"` : '' },
      expected,
    });
  }

  function somePhoto() {
    return oneOf([...items.values()].flatMap(({ photo_path }) => photo_path ?? []));
  }

  function request(kind: string, call: Request) {
    return send(kind, { ...call, as: person });
  }

  function newText() {
    return `Text number ${++texts}. ${WORDS}`;
  }
}

const oneOf = <Value>(values: Value[]) => values[Math.floor(Math.random() * values.length)];

const describe = (item: Stored | undefined) =>
  item
    ? `version ${item.version} "${item.text.slice(0, 20)}" with photo ${item.photo_path}`
    : 'nothing';
