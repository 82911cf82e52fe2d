import { randomUUID } from 'node:crypto';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database/open-database.ts';

/**
 * Creates a PostgreSQL database for one test server. Does nothing for SQLite, whose file is in the data folder. The
 * database may already contain the kit's tables, unless it must be `empty`.
 */
export async function createTestDatabase({ empty = false } = {}) {
  const base = process.env.TEST_DATABASE_URL;
  if (!base) return { url: undefined, async drop() {} };
  const name = `kit_test_${randomUUID().replaceAll('-', '')}`;
  await administer(base, `create database ${name} template ${empty ? 'template0' : 'template1'}`);
  return {
    url: urlOf(base, name),
    drop: () => administer(base, `drop database ${name} with (force)`),
  };
}

/** Creates the kit's tables in the template of new databases, so that test servers need not do it. */
export async function migrateTemplate(base: string) {
  const template = readConfig({ DATABASE_URL: urlOf(base, 'template1') });
  await (await openDatabase(template, [])).close();
}

const urlOf = (base: string, database: string) =>
  Object.assign(new URL(base), { pathname: `/${database}` }).href;

async function administer(base: string, statement: string) {
  // Loaded only here, because tests on SQLite need no driver of PostgreSQL.
  const { default: pg } = await import('pg');
  const client = new pg.Client(base);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
