import { existsSync, rmSync } from 'node:fs';
import pg from 'pg';
import { startPostgres } from '#tooling/test-postgres.ts';
import { runAtExit } from './clean-up.ts';

export type DurablePostgres = Awaited<ReturnType<typeof startDurablePostgres>>;

const REMOVAL_TRIES = 20;

/** Starts a PostgreSQL that waits for the disk at each commit, for a database of each subject. */
export async function startDurablePostgres() {
  const { url, folder, stop } = await startPostgres({ durable: true });
  // When a run is interrupted, nothing calls `stop`.
  runAtExit(() => {
    // PostgreSQL is still ending. A file that it removes meanwhile ends `rmSync` early, without an error.
    for (let tries = 0; existsSync(folder) && tries < REMOVAL_TRIES; tries++)
      rmSync(folder, { recursive: true, force: true, maxRetries: REMOVAL_TRIES });
  });
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
