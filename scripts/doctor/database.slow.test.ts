import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { features } from '#features/server.ts';
import { readConfig } from '#server/config.ts';
import { databaseFile } from '#server/database/database-file.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { freePort } from '#tests/support/free-port.ts';
import { copyKit } from '#tests/support/kit-copy.ts';
import { startPostgres } from '#tests/support/test-postgres.ts';
import { assertHealthy, assertProblem, runDoctor } from './testing.ts';

const kit = copyKit();
after(kit.remove);

type Work = (statement: (text: string) => Promise<unknown>) => Promise<unknown>;

describe('npm run doctor checks the database', { concurrency: 4 }, () => {
  for (const engine of ['SQLite', 'PostgreSQL'] as const) {
    let postgres: Awaited<ReturnType<typeof startPostgres>> | undefined;
    let number = 0;
    if (engine === 'PostgreSQL') {
      before(async () => {
        postgres = await startPostgres();
      });
      after(() => postgres?.stop());
    }

    test(`on ${engine}: a database of this version is fine, one with pending migrations needs a step`, async () => {
      const settings = await migrated();
      assertHealthy(
        await runDoctor(kit.folder, settings),
        /^ok +database: every migration has run$/,
      );
      await change(settings, (run) => run("delete from schema_migrations where name > '0004'"));
      assertHealthy(
        await runDoctor(kit.folder, settings),
        /^note +database: migrations that have not run: \d \(kit\/0004-.*\); the next start runs them$/,
      );
      assertProblem(
        await runDoctor(kit.folder, { ...settings, MIGRATE_ON_START: 'false' }),
        /^problem +database: migrations that have not run: .*; run npm run migrate$/,
      );
    });

    test(`on ${engine}: a database of a newer version, or with an edited migration, cannot be used`, async () => {
      const newer = await migrated();
      const columns = "'kit', '9999-newer', 0, '2030'";
      await change(newer, (run) =>
        run(
          `insert into schema_migrations (feature, name, compatible, applied_at) values (${columns})`,
        ),
      );
      assertProblem(
        await runDoctor(kit.folder, newer),
        /^problem +database: This version cannot run .*"kit\/9999-newer".* restore a backup/,
      );
      const edited = await migrated();
      await change(edited, (run) =>
        run(
          "update schema_migrations set checksum = '1:other' where name like '0001%' and feature = 'kit'",
        ),
      );
      assertProblem(
        await runDoctor(kit.folder, edited),
        /^problem +database: .*earlier version of "kit\/0001-/,
      );
    });

    /** Creates a database of this version. Returns its settings. */
    async function migrated() {
      const settings = await empty();
      await (await openDatabase(readConfig(settings), features)).close();
      return settings;
    }

    async function empty() {
      const DATA_DIR = mkdtempSync(join(kit.folder, 'data-'));
      if (!postgres) return { DATA_DIR };
      const name = `doctor_${++number}`;
      await change({ DATA_DIR, DATABASE_URL: postgres.url }, (run) =>
        run(`create database ${name}`),
      );
      return { DATA_DIR, DATABASE_URL: postgres.url.replace(/postgres$/, name) };
    }
  }

  test('a file that is not a database is a problem', async () => {
    const DATA_DIR = mkdtempSync(join(kit.folder, 'data-'));
    writeFileSync(databaseFile(DATA_DIR), 'This is a text.'.repeat(100));
    assertProblem(
      await runDoctor(kit.folder, { DATA_DIR }),
      /^problem +database: .*not a database/,
    );
    assert.deepEqual(readdirSync(DATA_DIR), ['app.db']);
  });

  test('a PostgreSQL that cannot be reached is a problem', async () => {
    const DATABASE_URL = `postgres://ada:secret@127.0.0.1:${await freePort()}/app`;
    assertProblem(
      await runDoctor(kit.folder, { DATABASE_URL }),
      /^problem +database: DATABASE_URL: cannot connect to the database: .*ECONNREFUSED/,
    );
  });
});

/** Runs statements in a database, outside a transaction. */
async function change(settings: NodeJS.ProcessEnv, work: Work) {
  const database = await openDatabase({ ...readConfig(settings) }, features);
  try {
    await work((text) => sql.raw(text).execute(database.query));
  } finally {
    await database.close();
  }
}
