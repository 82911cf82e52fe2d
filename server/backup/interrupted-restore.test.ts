import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Blobs } from '#server/files/blobs.ts';
import { createItemWithPhoto, restoreFile, startWithBackups } from '#server/testing/backups.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { backUp } from './backup.ts';
import { cleanUpInterruptedRestore } from './interrupted-restore.ts';
import { openArchive } from './read-archive.ts';
import type { Row } from './read-rows.ts';
import { restore } from './restore.ts';
import { writeArchive } from './write-archive.ts';

const { folder, server, blobs } = await startWithBackups();
const file = join(folder, 'backup.tgz');
await createItemWithPhoto(await server.signUp());
await backUp(server.config, blobs, [testItemsServer], file);

test('a restore during which a server starts changes nothing, and its photos are removed', async (t) => {
  const other = await startTestServer();
  t.after(other.stop);
  await other.signUp();
  const before = await other.everyRow('users');
  const { database, blobs, wakeSweeper } = other.running;
  const startsServer: Blobs = {
    ...blobs,
    async put(name, bytes) {
      await blobs.put(name, bytes);
      await cleanUpInterruptedRestore(other.config.dataDir, database.query);
    },
  };
  const archive = await openArchive(file, [testItemsServer]);
  t.after(archive.close);
  await assert.rejects(restore(database, startsServer, archive), /A server was started meanwhile/);
  assert.deepEqual(await other.everyRow('users'), before);
  await wakeSweeper();
  assert.deepEqual(await other.storedFiles(), []);
});

test('a photo that no row of the backup contains is removed after the restore', async (t) => {
  const other = await startTestServer();
  t.after(other.stop);
  const unused = join(folder, 'unused.tgz');
  const { rows } = await sql<Row>`select * from schema_migrations`.execute(server.query);
  await writeArchive(unused, async (archive) => {
    await archive.addPhoto('unused.png', Buffer.from('x'));
    await archive.addRows('schema_migrations', rows);
    return {};
  });
  await restoreFile(other, unused);
  assert.deepEqual(await other.storedFiles(), ['unused.png']);
  await other.running.wakeSweeper();
  assert.deepEqual(await other.storedFiles(), []);
});
