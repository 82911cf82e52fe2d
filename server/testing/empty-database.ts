import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { openPostgres } from '#server/database/postgres.ts';
import { openSqlite } from '#server/database/sqlite.ts';
import { createTestDatabase } from './test-database.ts';

/** Creates an empty database of the engine under test. Returns how to connect to it. */
export async function newLocation(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'kit-test-'));
  const { url, drop } = await createTestDatabase({ empty: true });
  const opened: Database[] = [];
  t.after(async () => {
    for (const database of opened) await database.close();
    await drop();
    await rm(folder, { recursive: true });
  });
  return {
    url,
    folder,
    open() {
      const database = url ? openPostgres(url, readConfig({}).postgres) : openSqlite(folder);
      opened.push(database);
      return database;
    },
  };
}
