import pg from 'pg';
import { startPostgres } from '#tests/support/test-postgres.ts';

export type DurablePostgres = Awaited<ReturnType<typeof startDurablePostgres>>;

/** Starts a PostgreSQL that waits for the disk at each commit, with a database per subject. */
export async function startDurablePostgres() {
  const { url, stop } = await startPostgres({ durable: true });
  const [version, fsync, commit] = await Promise.all(
    ['server_version', 'fsync', 'synchronous_commit'].map((name) => ask(`show ${name}`)),
  );
  return {
    durability: `after the disk has it (PostgreSQL ${version}, fsync ${fsync}, synchronous_commit ${commit})`,
    async createDatabase(name: string) {
      await ask(`create database ${name}`);
      return Object.assign(new URL(url), { pathname: `/${name}` }).href;
    },
    stop,
  };

  /** Runs a statement. Returns the first value. */
  async function ask(statement: string) {
    const client = new pg.Client(url);
    await client.connect();
    try {
      const { rows } = await client.query({ text: statement, rowMode: 'array' });
      return rows[0]?.[0];
    } finally {
      await client.end();
    }
  }
}
