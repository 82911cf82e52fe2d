import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { Schema } from '#server/database/schema.ts';
import type { LoadedServer } from './server.ts';

/** The resources that the server holds while nobody uses it. */
export type Holdings = {
  openFiles: number;
  handles: number;
  /** The number of rows in each table. */
  rows: Record<string, number>;
};

/** Tables that are empty when all work is done. */
const EMPTIED = ['outbox', 'imports', 'removed_blobs'];
/** The number of additional files and handles that may be open: unused database connections are closed only later. */
const MORE_MAX = 20;
const SETTLE_CHECKS = 60;

/** Reads what the server holds after all clients have left. Waits for it to release what it held for them. */
export async function readHoldings(server: LoadedServer, before?: Holdings): Promise<Holdings> {
  for (let checks = 1; ; checks++) {
    const holdings = { ...openIn(await server.readMetrics()), rows: await countRows(server.query) };
    if (!before || findLeftovers(before, holdings).length === 0 || checks === SETTLE_CHECKS)
      return holdings;
    await sleep(1000);
  }
}

/** Describes what is left that should be gone. */
export function findLeftovers(before: Holdings, after: Holdings): string[] {
  const more = (['openFiles', 'handles'] as const).filter(
    (key) => after[key] > before[key] + MORE_MAX,
  );
  return [
    ...more.map((key) => `${key}: ${before[key]} before, ${after[key]} after`),
    ...EMPTIED.filter((table) => after.rows[table]).map(
      (table) => `${after.rows[table]} rows in ${table}`,
    ),
  ];
}

/** Describes the tables whose number of rows changed. */
export const describeRows = ({ rows: before }: Holdings, { rows: after }: Holdings) =>
  Object.entries(after)
    .filter(([table, count]) => count !== before[table])
    .map(([table, count]) => `${table} ${before[table] ?? 0} → ${count}`)
    .join(', ');

function openIn(metrics: string) {
  const read = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(metrics)?.[1]);
  return { openFiles: read('process_open_fds'), handles: read('nodejs_active_handles_total') };
}

async function countRows(query: Kysely<Schema>) {
  const rows: Holdings['rows'] = {};
  for (const { name } of await query.introspection.getTables())
    rows[name] = await query
      .selectFrom(name as keyof Schema)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow()
      .then(({ count }) => Number(count));
  return rows;
}
