import pg from 'pg';
import { startPostgres } from '#tests/support/test-postgres.ts';

export type DurablePostgres = Awaited<ReturnType<typeof startDurablePostgres>>;

/** Starts a PostgreSQL that waits for the disk at each commit, with a database per subject. */
export async function startDurablePostgres() {
  const postgres = await startPostgres({ durable: true });
  const client = new pg.Client(postgres.url);
  await client.connect();
  const { rows } = await client.query(
    `select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit`,
  );
  await client.end();
  const [{ version, fsync, commit }] = rows;
  const durability = `after the disk has it (PostgreSQL ${version}, fsync ${fsync}, synchronous_commit ${commit})`;
  return { ...postgres, durability };
}
