import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '#server/log/log.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { createMemoryLog } from '#server/testing/memory-log.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { fromNow } from './clock.ts';
import { createClockGuard } from './clock-guard.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const { log, lines } = createMemoryLog();
const server = await startTestServer({ log });
after(server.stop);

test('a start with a clock far ahead deletes no session, link, registration or new upload, and logs a warning', async (t) => {
  const ada = await server.signUpByEmail();
  const waiting = await server.register();
  const { filePath } = await ada.call(kit.upload, { body: await pictureUpload() });
  await server.waitForMail();
  await waitFor('the time is known', async () => (await lastSeen()) !== undefined);
  const before = await counts();

  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 60 * DAY_MS });
  await server.restart();
  // Counts attempts instead of time, because the clock is mocked.
  for (let tries = 0; tries < 500 && !warnings('ahead').length; tries++) await sleep(10);
  t.mock.timers.reset();
  assert.equal(warnings('ahead').length, 1);
  assert.deepEqual(await counts(), before);

  await server.restart();
  await ada.call(kit.me);
  await ada.call(kit.readFile, { params: { path: filePath } });
  assert.equal((await server.error(kit.login, { body: waiting })).status, 403);
});

test('a start with the clock far behind does not shorten sessions that seem to last too long', async (t) => {
  const ada = await server.signUp();
  await waitFor('the time is known', async () => (await lastSeen()) !== undefined);
  const before = await server.everyRow('sessions');

  t.mock.timers.enable({ apis: ['Date'], now: Date.now() - 60 * DAY_MS });
  await server.restart();
  for (let tries = 0; tries < 500 && !warnings('behind').length; tries++) await sleep(10);
  t.mock.timers.reset();
  assert.equal(warnings('behind').length, 1);
  assert.deepEqual(await server.everyRow('sessions'), before);
  await server.restart();
  await ada.call(kit.me);
});

test('after the clock is corrected, expired rows are deleted', async () => {
  const ada = await server.signUp();
  await server.query
    .updateTable('sessions')
    .set({ expires_at: fromNow({ seconds: -1 }) })
    .where('user_id', '=', ada.user.id)
    .execute();
  await server.restart();
  await waitFor('it is swept', async () => {
    const sessions = await server.everyRow('sessions');
    return sessions.every(({ user_id }) => user_id !== ada.user.id);
  });
});

test('a clock that jumps ahead is not accepted merely because the server has run for long', async (t) => {
  const guard = createClockGuard(server.query, silentLog);
  assert.equal(await guard.allowsDeletion(), true);
  const later = performance.now() + 10 * DAY_MS;
  t.mock.method(performance, 'now', () => later);
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 365 * DAY_MS });
  assert.equal(await guard.allowsDeletion(), false);
});

test('a clock that stays ahead for a day is accepted', async (t) => {
  const started = performance.now();
  const guard = createClockGuard(server.query, silentLog);
  await server.query
    .updateTable('server_state')
    .set({ value: fromNow({ days: -22 }) })
    .execute();
  assert.equal(await guard.allowsDeletion(), false);
  t.mock.method(performance, 'now', () => started + 23 * 60 * 60 * 1000);
  assert.equal(await guard.allowsDeletion(), false);
  t.mock.method(performance, 'now', () => started + DAY_MS + 60_000);
  assert.equal(await guard.allowsDeletion(), true);
  assert.ok(((await lastSeen()) ?? '') > fromNow({ minutes: -1 }));
});

const warnings = (where: 'ahead' | 'behind') =>
  lines.filter((line) => line.includes(`clock is far ${where}`));

async function counts() {
  return [
    await server.count('sessions'),
    await server.count('account_tokens'),
    await server.count('pending_registrations'),
  ];
}

async function lastSeen() {
  return (await server.everyRow('server_state'))[0]?.value;
}
