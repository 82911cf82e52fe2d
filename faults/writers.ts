import { demoAccounts } from '#server/demo/content.ts';
import { waitFor } from '#tooling/wait-for.ts';

const WRITERS = 8;

/** Signs in to a demo server and creates items without pause. Records each one that was acknowledged. */
export async function startWriters(url: string) {
  const token = await signIn();
  const acknowledged: string[] = [];
  const statuses = new Set<number>();
  let writing = true;
  const writers = Array.from({ length: WRITERS }, async () => {
    while (writing) await write();
  });

  return {
    acknowledged,
    /** Every status that a write got. */
    statuses,
    list: () => fetch(`${url}/api/items`, { headers: { Authorization: `Bearer ${token}` } }),

    /** Resolves after a number of further writes has succeeded. */
    moreAcknowledged() {
      const before = acknowledged.length;
      return waitFor('writes succeed', () => acknowledged.length >= before + 10 * WRITERS);
    },

    async stop() {
      writing = false;
      await Promise.all(writers);
    },

    /** Returns the acknowledged items that are missing in the list. */
    async missing() {
      const response = await this.list();
      const { items } = (await response.json()) as { items: { id: string }[] };
      const stored = new Set(items.map(({ id }) => id));
      return acknowledged.filter((id) => !stored.has(id));
    },
  };

  async function signIn() {
    const response = await post('/api/auth/login', demoAccounts[0] as object);
    return ((await response.json()) as { token: string }).token;
  }

  async function write() {
    const body = { text: 'Some words. '.repeat(20) };
    const response = await post('/api/items', body, { Authorization: `Bearer ${token}` });
    statuses.add(response.status);
    const { item } = (await response.json()) as { item?: { id: string } };
    if (item) acknowledged.push(item.id);
  }

  function post(path: string, body: object, headers: Record<string, string> = {}) {
    return fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }
}
