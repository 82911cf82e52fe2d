import type { InferOutput } from 'valibot';
import type { Database } from '#server/database/database.ts';
import type { ServerFeature } from '#server/feature.ts';
import { type Cursor, formatCursor, parseCursor } from '#server/http/paged-response.ts';
import type { Person, peopleQuery } from '#shared/admin.ts';
import type { User } from '#shared/auth.ts';
import type { Activity } from './activity.ts';
import { matchesSearch, searchWords } from './matches-search.ts';

const PEOPLE_PER_PAGE = 25;
/** Rows that a search reads at a time, so that other requests run in between. */
const SEARCHED_AT_ONCE = 500;
/** Maximum number of rows that one request searches. The next page continues from there. */
const SEARCHED_MAX = 5000;

type Row = Cursor & User & { confirmed: boolean; isHidden?: boolean };

/** Lists accounts and unconfirmed sign-ups, newest first. */
export function createPeople(
  { query }: Pick<Database, 'query'>,
  features: Pick<ServerFeature, 'counts'>[],
  activity: Pick<Activity, 'lastSeen'>,
) {
  const countNames = new Map<string, string>(
    features.flatMap(({ counts }) => Object.entries(counts).map(([name, table]) => [table, name])),
  );

  return {
    /** Returns a page. A page of a search may be short or empty although another one follows. */
    async list({ search = '', status = 'all', before }: InferOutput<typeof peopleQuery>) {
      const exact = before === undefined ? await findByAddress(search, status) : undefined;
      if (exact) return { people: await withDetails([exact]), next: null };
      const words = searchWords(search);
      const limit = words.length > 0 ? SEARCHED_AT_ONCE : PEOPLE_PER_PAGE + 1;
      const found: Row[] = [];
      let last = parseCursor(before);
      for (let searched = 0; searched < SEARCHED_MAX; searched += limit) {
        const rows = await readRows(status, last, limit);
        for (const [index, row] of rows.entries()) {
          last = row;
          if (row.isHidden || !matchesSearch(words, row)) continue;
          if (found.push(row) < PEOPLE_PER_PAGE) continue;
          const hasMore = index < rows.length - 1 || rows.length === limit;
          return { people: await withDetails(found), next: hasMore ? formatCursor(row) : null };
        }
        if (rows.length < limit) return { people: await withDetails(found), next: null };
      }
      return { people: await withDetails(found), next: formatCursor(last) };
    },
  };

  type Status = NonNullable<InferOutput<typeof peopleQuery>['status']>;

  /** Finds an account by its full address, however many accounts there are. */
  async function findByAddress(search: string, status: Status): Promise<Row | undefined> {
    if (!search.includes('@') || status === 'pending') return undefined;
    const account = await query
      .selectFrom('users')
      .select(ACCOUNT_COLUMNS)
      .where('email', '=', search.toLowerCase())
      .executeTakeFirst();
    const isShown = account && (status !== 'admin' || account.user_type === 'admin');
    return isShown ? { ...account, confirmed: true } : undefined;
  }

  /** Reads the rows after a position: accounts, sign-ups, or both in one order. */
  async function readRows(status: Status, last: Cursor, limit: number): Promise<Row[]> {
    if (status === 'pending') return readPending(last, limit);
    const accounts = await readAccounts(status, last, limit);
    if (status !== 'all') return accounts;
    return [...accounts, ...(await readPending(last, limit))].sort(newestFirst).slice(0, limit);
  }

  async function readAccounts(status: Status, last: Cursor, limit: number): Promise<Row[]> {
    const rows = await query
      .selectFrom('users')
      .select(ACCOUNT_COLUMNS)
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(last.created_at, last.id)),
      )
      .$if(status === 'admin', (select) => select.where('user_type', '=', 'admin'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map((row) => ({ ...row, confirmed: true }));
  }

  /** Reads sign-ups. Leaves out addresses with an account, and all but the oldest sign-up of an address. */
  async function readPending(last: Cursor, limit: number): Promise<Row[]> {
    const rows = await query
      .selectFrom('pending_registrations')
      .select(['id', 'email', 'first_name', 'last_name', 'created_at'])
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('created_at', 'id'), '<', tuple(last.created_at, last.id)),
      )
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    if (rows.length === 0) return [];
    const emails = [...new Set(rows.map(({ email }) => email))];
    const accounts = await query
      .selectFrom('users')
      .select('email')
      .where('email', 'in', emails)
      .execute();
    const oldest = await query
      .selectFrom('pending_registrations')
      .select(({ fn }) => ['email', fn.min('id').as('id')])
      .where('email', 'in', emails)
      .groupBy('email')
      .execute();
    const taken = new Set(accounts.map(({ email }) => email));
    const shown = new Set(oldest.filter(({ email }) => !taken.has(email)).map(({ id }) => id));
    return rows.map((row) => ({
      ...row,
      user_type: 'user',
      confirmed: false,
      isHidden: !shown.has(row.id),
    }));
  }

  /** Adds the details of the users on one page: of their data, only the amount. */
  async function withDetails(rows: Row[]): Promise<Person[]> {
    const ids = rows.filter(({ confirmed }) => confirmed).map(({ id }) => id);
    const [lastSeen, counts, stored] =
      ids.length > 0 ? await readDetails(ids) : [() => null, [], []];
    return rows.map(({ isHidden: _, ...row }) => ({
      ...row,
      last_seen_at: lastSeen(row.id),
      counts: Object.fromEntries([
        ...[...countNames.values()].map((name) => [name, 0]),
        ...counts
          .filter(({ user_id, table_name }) => user_id === row.id && countNames.has(table_name))
          .map(({ table_name, count }) => [countNames.get(table_name), count]),
      ]),
      storage_bytes: stored.find(({ user_id }) => user_id === row.id)?.bytes ?? 0,
    }));
  }

  function readDetails(ids: string[]) {
    return Promise.all([
      activity.lastSeen(ids),
      query
        .selectFrom('row_counts')
        .select(['user_id', 'table_name', 'count'])
        .where('user_id', 'in', ids)
        .execute(),
      query
        .selectFrom('files')
        .select(({ fn }) => ['user_id', fn.sum<number>('size_bytes').as('bytes')])
        .where('user_id', 'in', ids)
        .where('removed_at', 'is', null)
        .groupBy('user_id')
        .execute(),
    ]);
  }
}

const ACCOUNT_COLUMNS = [
  'id',
  'email',
  'first_name',
  'last_name',
  'user_type',
  'created_at',
] as const;

function newestFirst(a: Cursor, b: Cursor) {
  const [keyA, keyB] = [formatCursor(a), formatCursor(b)];
  return keyA < keyB ? 1 : -1;
}
