import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { createTemporaryDatabase } from './temporary-database.ts';

const url = process.env.TEST_DATABASE_URL;
const skip = url ? false : 'is about PostgreSQL; runs where TEST_DATABASE_URL leads to one';

test('connections that were left behind do not keep the database of a rehearsal', {
  skip,
}, async () => {
  const database = await createTemporaryDatabase(url as string);
  const left = new pg.Client(database.url);
  left.on('error', () => {});
  await left.connect();
  await database[Symbol.asyncDispose]();
  await assert.rejects(new pg.Client(database.url).connect(), /does not exist/);
});
