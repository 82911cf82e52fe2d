import { demoAccounts } from '#server/demo/content.ts';
import { eventually } from './harness.ts';

const WRITERS = 8;

/** Signs in to a demo server and creates notes without pause, remembering each one that was acknowledged. */
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
    /** Every status that a write was answered with. */
    statuses,
    list: () => fetch(`${url}/api/notes`, { headers: { Authorization: `Bearer ${token}` } }),

    /** Resolves when writing has succeeded a good number of times more. */
    moreAcknowledged() {
      const before = acknowledged.length;
      return eventually('writes succeed', () => acknowledged.length >= before + 10 * WRITERS);
    },

    async stop() {
      writing = false;
      await Promise.all(writers);
    },

    /** Acknowledged notes that the list does not show. */
    async missing() {
      const response = await this.list();
      const { notes } = (await response.json()) as { notes: { id: string }[] };
      const stored = new Set(notes.map(({ id }) => id));
      return acknowledged.filter((id) => !stored.has(id));
    },
  };

  async function signIn() {
    const response = await post('/api/auth/login', demoAccounts[0] as object);
    return ((await response.json()) as { token: string }).token;
  }

  async function write() {
    const body = { title: 'x', content: 'Some words. '.repeat(20) };
    const response = await post('/api/notes', body, { Authorization: `Bearer ${token}` });
    statuses.add(response.status);
    const { note } = (await response.json()) as { note?: { id: string } };
    if (note) acknowledged.push(note.id);
  }

  function post(path: string, body: object, headers: Record<string, string> = {}) {
    return fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  }
}
