import { existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import pg from 'pg';
import type { Config } from '#server/config.ts';
import { databaseFile } from '#server/database/database-file.ts';

/**
 * Renames the database, so that a backup can be restored into an empty one after a migration that cannot be undone.
 * Nothing is deleted. Returns where it is now. No server may run.
 */
export async function setAside(config: Config) {
  const name = `before_${new Date().toISOString().replaceAll(/\W/g, '_').toLowerCase()}`;
  return config.databaseUrl
    ? renameSchema(config.databaseDirectUrl ?? config.databaseUrl, name)
    : renameFile(databaseFile(config.dataDir), name);
}

async function renameFile(file: string, name: string) {
  // The log belongs to the file: SQLite finds both by their names.
  for (const suffix of ['-wal', '-shm', ''])
    if (existsSync(file + suffix)) await rename(file + suffix, `${file}.${name}${suffix}`);
  return `the file ${file}.${name}`;
}

async function renameSchema(url: string, name: string) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query('select current_schema() as schema');
    const schema = pg.escapeIdentifier(rows[0].schema);
    await client.query(`begin`);
    await client.query(`alter schema ${schema} rename to ${name}`);
    await client.query(`create schema ${schema}`);
    await client.query('commit');
    return `the schema ${name} of the database`;
  } finally {
    await client.end();
  }
}
