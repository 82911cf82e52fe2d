import { type Compilable, type Kysely, sql } from 'kysely';
import type { Database, InTransaction, Query, StatementValue } from '#server/database/database.ts';
import type { Changes } from '#server/sync/changes.ts';
import type { Reference } from './references.ts';

/** Below the limit of both engines for values in one statement. */
const ROWS_AT_ONCE = 200;

type Row = Record<string, StatementValue>;

/** Returns the functions that read and change the columns of references. */
export function createReferenceRows(
  { prepare }: Pick<Database, 'prepare'>,
  changes: Pick<Changes, 'reserve'>,
) {
  return {
    /** Returns a function that finds the user whom an item of a table belongs to. */
    prepareOwner(table: string) {
      const find = prepareFor<{ user_id: string }>((query, value) =>
        query.selectFrom(table).select('user_id').where('id', '=', value('id')),
      );
      return async (query: InTransaction, id: string) => (await find({ id }, query))[0]?.user_id;
    },

    /** Returns a function that counts the other items in one table that refer to an item. */
    prepareCount(references: [Reference, ...Reference[]]) {
      const count = prepareFor<{ count: number }>((query, value) =>
        query
          .selectFrom(references[0].table as string)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('user_id', '=', value('userId'))
          .where('id', '<>', value('id'))
          .where((where) =>
            where.or(references.map(({ column }) => where(column, '=', value('id')))),
          ),
      );
      return async (query: InTransaction, userId: string, id: string) =>
        (await count({ userId, id }, query))[0]?.count ?? 0;
    },

    /** Returns a function that clears a reference to an item, slice by slice. It returns the ids of the changed items. */
    prepareClear(reference: Reference) {
      const { table, column } = reference;
      const find = prepareFor<{ id: string }>((query, value) =>
        query
          .selectFrom(table as string)
          .select('id')
          .where('user_id', '=', value('userId'))
          .where(column, '=', value('id'))
          .orderBy('id')
          .limit(sql.lit(ROWS_AT_ONCE)),
      );
      return async (query: InTransaction, userId: string, id: string) => {
        const cleared: string[] = [];
        for (;;) {
          const ids = (await find({ userId, id }, query)).map((row) => row.id);
          if (ids.length > 0) await assign(query, userId, reference, { ids, value: null });
          cleared.push(...ids);
          if (ids.length < ROWS_AT_ONCE) return cleared;
        }
      };
    },

    /** Sets a reference again in those of the items that exist and in which it is still null. */
    async setAgain(
      query: InTransaction,
      userId: string,
      reference: Reference,
      { ids, value }: { ids: string[]; value: string },
    ) {
      const { table, column } = reference;
      for (let start = 0; start < ids.length; start += ROWS_AT_ONCE) {
        const empty = await anyTable(query)
          .selectFrom(table as string)
          .select('id')
          .where('id', 'in', ids.slice(start, start + ROWS_AT_ONCE))
          .where('user_id', '=', userId)
          .where(column, 'is', null)
          .execute();
        const found = empty.map(({ id }) => id as string);
        if (found.length > 0) await assign(query, userId, reference, { ids: found, value });
      }
    },
  };

  /**
   * Changes a reference in some items. Each gets a new version and its own number, so that devices receive it.
   * `updated_at` stays, because the user has not edited the item: it would move to the top of "Recently edited".
   */
  async function assign(
    query: InTransaction,
    userId: string,
    { table, column }: Reference,
    { ids, value }: { ids: string[]; value: string | null },
  ) {
    const first = await changes.reserve(query, userId, ids.length);
    await sql`
      update ${sql.table(table)}
      set ${sql.ref(column)} = ${value}, version = version + 1, seq = ${first} + numbered.number
      from (
        select id as numbered_id, row_number() over (order by id) - 1 as number
        from ${sql.table(table)} where id in (${sql.join(ids)})
      ) as numbered
      where id = numbered.numbered_id`.execute(query);
  }

  function prepareFor<Found>(
    build: (query: Kysely<Record<string, Row>>, value: <T = string>(name: string) => T) => unknown,
  ) {
    return prepare<Found>((query, value) => build(anyTable(query), value) as Compilable<Found>);
  }
}

/** Refers to tables and columns that only the feature knows. */
const anyTable = (query: Query) => query as unknown as Kysely<Record<string, Row>>;
