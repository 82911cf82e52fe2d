import assert from 'node:assert/strict';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fromNow } from '#server/clock/clock.ts';
import { BACKUP_FAILURE } from '#server/health/data-folder.ts';
import { startProductionServer, startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';
import packageJson from '../../package.json' with { type: 'json' };

const server = await startTestServer();
after(server.stop);
const ada = await server.signUp();
const root = await server.signUp();
await server.running.accounts.setUserType(root.email, 'admin');

test('the status gets 401 without a session and 403 for a user', async () => {
  assert.equal((await server.error(kit.adminStatus)).status, 401);
  const { status, error } = await ada.error(kit.adminStatus);
  assert.deepEqual([status, error], [403, 'You are not allowed to do this.']);
});

test('an admin gets the current status', async () => {
  const { filePath } = await ada.call(kit.upload, { body: await pictureUpload() });
  await ada.call(kit.upload, { body: await pictureUpload() });
  await ada.call(testItems.create, { body: { text: 'x', photo_path: filePath } });
  await ada.call(testItems.create, { body: { text: 'x' } });
  const { uptime_s, data_folder, ...status } = await root.call(kit.adminStatus);
  assert.ok(uptime_s >= 0);
  assert.ok((data_folder.free_bytes ?? 0) > 0);
  assert.equal(data_folder.newest_backup_age_s, null);
  assert.deepEqual(status, {
    version: packageJson.version,
    database: { engine: process.env.TEST_DATABASE_URL ? 'postgres' : 'sqlite', health: 'ok' },
    file_store: { kind: 'folder', health: 'ok' },
    mail: { transport: 'mailbox', queued: 0, failed: 0 },
    counts: { users: 2, items: 2, photos: 2 },
    attention: [],
  });
});

test('granting and revoking admin takes effect at once, also in existing sessions', async () => {
  const person = await server.signUp();
  assert.equal(person.user.user_type, 'user');
  await server.running.accounts.setUserType(person.email, 'admin');
  await person.call(kit.adminStatus);
  assert.equal((await person.call(kit.me)).user.user_type, 'admin');
  await server.running.accounts.setUserType(person.email, 'user');
  assert.equal((await person.error(kit.adminStatus)).status, 403);
  assert.equal(await server.running.accounts.setUserType('nobody@example.com', 'admin'), false);
});

test('the status shows a failing file store and emails that have waited for long', async (t) => {
  const production = await startProductionServer();
  t.after(production.stop);
  const admin = await production.signUp();
  await production.running.accounts.setUserType(admin.email, 'admin');
  await rm(join(production.config.dataDir, 'files'), { recursive: true });
  await production.query
    .insertInto('outbox')
    .values({
      id: 'x',
      kind: 'confirm',
      recipient: 'x@example.com',
      attempts: 1,
      next_attempt_at: fromNow({ hours: 1 }),
      created_at: fromNow({ minutes: -20 }),
      failed_at: null,
    })
    .execute();
  const { file_store, mail, attention } = await admin.call(kit.adminStatus);
  assert.deepEqual(attention, ['file_store', 'mail_queue']);
  assert.deepEqual(file_store, { kind: 'folder', health: 'failing' });
  assert.deepEqual(mail, { transport: 'smtp', queued: 1, failed: 0 });
});

test('the status shows the age of the newest backup, and whether a backup failed or is missing', async (t) => {
  const production = await startProductionServer();
  t.after(production.stop);
  const admin = await production.signUp();
  await production.running.accounts.setUserType(admin.email, 'admin');
  const { dataDir } = production.config;
  const readStatus = async () => {
    const { data_folder, attention } = await admin.call(kit.adminStatus);
    const hours = (data_folder.newest_backup_age_s ?? Number.NaN) / 3600;
    return [Math.floor(hours), attention];
  };
  assert.deepEqual(await readStatus(), [Number.NaN, []], 'a new server');

  await mkdir(join(dataDir, 'backups', '2.tgz.part'), { recursive: true });
  await writeAt(join(dataDir, 'backups', '1.tgz'), { hours: -30 });
  assert.deepEqual(await readStatus(), [30, ['backup_missing']]);
  await writeAt(join(dataDir, BACKUP_FAILURE), { hours: -6 });
  assert.deepEqual(await readStatus(), [30, ['backup_failed', 'backup_missing']]);
  await writeAt(join(dataDir, 'backups', '2.tgz'), { hours: -5 });
  assert.deepEqual(await readStatus(), [5, []], 'a newer backup ends both');
  await writeAt(join(dataDir, BACKUP_FAILURE), { hours: -4 });
  assert.deepEqual(await readStatus(), [5, ['backup_failed']]);
});

test('a demo needs no backup', async () => {
  await mkdir(join(server.config.dataDir, 'backups'));
  await writeAt(join(server.config.dataDir, 'backups', '1.tgz'), { hours: -100 });
  assert.deepEqual((await root.call(kit.adminStatus)).attention, []);
});

/** Writes an empty file that looks as old as given. */
async function writeAt(file: string, age: Parameters<typeof fromNow>[0]) {
  await writeFile(file, '');
  const time = new Date(fromNow(age));
  await utimes(file, time, time);
}
