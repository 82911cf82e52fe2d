import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** Creates a PostgreSQL database for one test server. Does nothing for SQLite, whose file is in the data folder. */
export async function createTestDatabase() {
  const base = process.env.TEST_DATABASE_URL;
  if (!base) return { url: undefined, async drop() {} };
  const name = `trifold_test_${randomUUID().replaceAll('-', '')}`;
  await administer(base, `create database ${name}`);
  return {
    url: Object.assign(new URL(base), { pathname: `/${name}` }).href,
    drop: () => administer(base, `drop database ${name} with (force)`),
  };
}

async function administer(base: string, statement: string) {
  const client = new pg.Client(base);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
