import assert from 'node:assert/strict';
import { globSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { startSmtpServer } from '#server/testing/smtp-server.ts';
import { lacksPrograms } from '#tests/support/find-program.ts';
import { newEmail } from '#tests/support/test-people.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { register } from './accounts.ts';
import { checkSqlite } from './integrity.ts';
import { report } from './report.ts';
import { startRestartableServer } from './restartable-server.ts';
import { startWriters } from './writers.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const JUMPS_DAYS = [1, -1, 365, -365, 0];

test('no acknowledged write, session or email is lost when the clock jumps by a day or a year', {
  skip: lacksPrograms('faketime'),
}, async (t) => {
  // Rejects emails while `delayed` is set.
  let delayed = false;
  const smtp = await startSmtpServer({ responseTo: () => (delayed ? 450 : undefined) });
  t.after(smtp.close);
  const clock = await createFakeClock(t);
  const server = await startRestartableServer(t, { ...clock.env, SMTP_URL: smtp.url });
  const writers = await startWriters(t, server.url);
  const people: string[] = [];
  await writers.moreAcknowledged();
  const firstSession = writers.token;

  for (const days of JUMPS_DAYS) {
    // This email is tried before the jump and delivered after it.
    delayed = true;
    await signUp();
    await waitFor('an email is rejected', () => smtp.arrived.includes(people.at(-1) as string));
    clock.set(days);
    delayed = false;
    await waitFor('the clock has jumped', async () => isNear(await timeOf(server.url), days));
    await writers.moreAcknowledged();
    await signUp();
    // Expired data is deleted at a start.
    await server.stop();
    await server.start();
    await writers.moreAcknowledged();
  }
  await writers.stop();

  assert.equal(await statusOf(server.url, firstSession), 200, 'the first session still works');
  await waitFor('every email arrives', () => people.every((email) => received(email) > 0));
  assert.deepEqual(
    people.map(received),
    people.map(() => 1),
  );
  report(t, {
    fault: 'clock jumps of a day and a year, forwards and back',
    engine: 'SQLite',
    integrity: checkSqlite(server.dataDir),
    ...(await writers.summary()),
  });

  async function signUp() {
    people.push(newEmail());
    assert.equal(await register(server.url, people.at(-1) as string), 201);
  }

  function received(email: string) {
    return smtp.emails.filter(({ to }) => to === email).length;
  }
});

/** Returns the environment in which a process reads its time from a file. */
async function createFakeClock(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'clock-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = join(folder, 'offset');
  set(0);
  return {
    set,
    env: {
      LD_PRELOAD: globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0],
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      // Timers on a real machine do not jump.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  };

  function set(days: number) {
    writeFileSync(file, `${days < 0 ? '' : '+'}${days}d\n`);
  }
}

async function timeOf(url: string) {
  const response = await fetch(`${url}/api/health`);
  await response.text();
  return Date.parse(response.headers.get('Date') ?? '');
}

const isNear = (time: number, days: number) =>
  Math.abs(time - Date.now() - days * DAY_MS) < DAY_MS / 4;

async function statusOf(url: string, token: string) {
  const response = await fetch(`${url}/api/auth/me`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  await response.text();
  return response.status;
}
