import { createSessions } from '#server/auth/sessions.ts';
import { createAccounts } from '#server/auth/store.ts';
import type { Config } from '#server/config.ts';
import { openDatabase } from '#server/database/open-database.ts';
import type { ServerFeature } from '#server/feature.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { kit } from '#shared/endpoints.ts';
import type { ItemKind } from '#shared/items.ts';

type Requester = 'session' | 'admin';
type Tokens = Record<Requester, string>;
type Get = {
  token?: string | undefined;
  /** Without a query, which nobody here knows, any answer but an error of the server is right. */
  needsQuery?: boolean;
};

const ANSWER_LIMIT_MS = 30_000;
const USER_TYPES = { session: 'user', admin: 'admin' } as const;

/** Starts sessions of a user and an admin on a copy of the data: of those with the most changes, or of new ones. */
export async function startSessions(config: Config, features: ServerFeature[]): Promise<Tokens> {
  const database = await openDatabase(config, features, () => {});
  const sessions = createSessions(database);
  async function start(requester: Requester) {
    const user_type = USER_TYPES[requester];
    const busiest = await database.query
      .selectFrom('users')
      .select(['id', 'password_hash'])
      .where('user_type', '=', user_type)
      .orderBy('change_seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    return sessions.start(busiest ?? (await createUser(user_type))) as Promise<string>;
  }
  async function createUser(user_type: 'user' | 'admin') {
    const account = {
      email: `${user_type}@rehearsal.invalid`,
      first_name: 'Rehearsal',
      last_name: 'Rehearsal',
      // No password has this hash.
      password_hash: '-',
      user_type,
    };
    return { id: await createAccounts(database).seed(account), password_hash: '-' };
  }
  try {
    return { session: await start('session'), admin: await start('admin') };
  } finally {
    await database.close();
  }
}

/** Requests pages, a script and everything that can be read without parameters. Throws at the first wrong answer. */
export async function makeRequests(
  url: string,
  tokens: Tokens,
  { features, kinds }: { features: ServerFeature[]; kinds: readonly ItemKind[] },
) {
  async function get(path: string, { token, needsQuery = false }: Get = {}) {
    const response = await fetch(url + path, {
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      headers: token ? { Authorization: `Bearer ${token}` } : {},
    });
    const text = await response.text();
    if (needsQuery ? response.status >= 500 : !response.ok)
      throw new Error(`GET ${path} answers ${response.status}`);
    return text;
  }
  const html = await get('/');
  const [, script] = /<script[^>]+src="([^"]+)"/.exec(html) ?? [];
  if (!script) throw new Error('GET / has no script');
  await get(script);
  for (const { path } of kinds) await get(path);
  const endpoints = [kit, ...features.map((feature) => feature.endpoints)].flatMap<Endpoint>(
    (one) => Object.values(one),
  );
  for (const { path, access, query } of endpoints.filter(isPlainRead))
    await get(path, { token: tokens[access as Requester], needsQuery: query !== undefined });
  await get(`${kit.changes.path}?since=0`, { token: tokens.session });
}

/** Tells whether an endpoint can be called without knowing an item. */
const isPlainRead = ({ method, path, access, response }: Endpoint) =>
  method === 'GET' &&
  !path.includes(':') &&
  response !== 'events' &&
  response !== 'archive' &&
  ['public', 'session', 'admin'].includes(access);
