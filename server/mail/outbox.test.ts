import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fromNow } from '#server/clock/clock.ts';
import { createClockGuard } from '#server/clock/clock-guard.ts';
import { silentLog } from '#server/log/log.ts';
import { linkIn, newPerson, startTestServer } from '#server/testing/harness.ts';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { claim, enqueue, postpone, readOutbox } from './outbox.ts';
import { startMailWorker } from './worker.ts';

const server = await startTestServer();
after(server.stop);
/** A server whose mail worker does not touch the outbox during the tests. */
const idle = await startTestServer({ mailEveryMs: 60 * 60 * 1000 });
after(idle.stop);

test('a registration and its email are stored in one transaction', async () => {
  const person = await server.signUp();
  await server.call(kit.resetPassword, { body: { email: person.email } });
  const { access_token } = linkIn(await server.emailTo(person.email));
  const registrations = await server.count('pending_registrations');

  await server.query.schema.alterTable('outbox').renameTo('elsewhere').execute();
  const statuses = [
    await statusOf('/api/auth/register', newPerson()),
    await statusOf('/api/auth/update-password', { password: 'a new one' }, access_token),
  ];
  await server.query.schema
    .alterTable('elsewhere' as 'outbox')
    .renameTo('outbox')
    .execute();

  assert.deepEqual(statuses, [500, 500]);
  assert.equal(await server.count('pending_registrations'), registrations);
  await person.call(kit.me);
  await server.call(kit.login, { body: { email: person.email, password: person.password } });
  await server.as(access_token).call(kit.updatePassword, { body: { password: 'a new one' } });
});

test('an email that is being sent is not claimed again until its lease expires', async () => {
  const { query } = idle;
  await enqueueLater('nobody@example.com');
  const row = await claimed();
  assert.equal(await claim(idle.running.database, 'retries'), undefined);
  assert.ok(row.next_attempt_at > fromNow({ seconds: 60 }));
  await query
    .updateTable('outbox')
    .set({ next_attempt_at: fromNow({ seconds: -1 }) })
    .execute();
  assert.equal((await claim(idle.running.database, 'retries'))?.id, row.id);
  await query.deleteFrom('outbox').execute();

  async function claimed() {
    await query
      .updateTable('outbox')
      .set({ next_attempt_at: fromNow({ seconds: -1 }) })
      .execute();
    const row = await claim(idle.running.database, 'oldest');
    assert.ok(row);
    return row;
  }
});

test('an email that was queued or claimed before the clock was set back is sent without delay', async () => {
  const { query } = idle;
  await enqueueLater('nobody@example.com');
  const due = async (hours: number) => {
    await query
      .updateTable('outbox')
      .set({ next_attempt_at: fromNow({ hours }) })
      .execute();
    return (await claim(idle.running.database, 'oldest')) !== undefined;
  };
  assert.equal(await due(1), false);
  assert.equal(await due(24), true);
  await query.deleteFrom('outbox').execute();
});

test('the delay before the next attempt grows with each failure, up to an hour', async () => {
  const { query } = idle;
  await enqueueLater('nobody@example.com');
  const [row] = await idle.everyRow('outbox');
  assert.ok(row);
  const waits: number[] = [];
  for (let attempts = 1; attempts <= 8; attempts++) {
    await postpone(query, { ...row, attempts });
    const [postponed] = await idle.everyRow('outbox');
    waits.push(
      Math.round((new Date(postponed?.next_attempt_at ?? 0).getTime() - Date.now()) / 1000),
    );
  }
  assert.deepEqual(waits, [5, 30, 120, 600, 1800, 3600, 3600, 3600]);
  await query.deleteFrom('outbox').execute();
});

test('several workers on one outbox send each email once', async () => {
  const { query } = idle;
  const sent: string[] = [];
  const recipients = Array.from({ length: 20 }, (_, number) => `reader-${number}@example.com`);
  for (const recipient of recipients) await enqueueLater(recipient);
  await query
    .updateTable('outbox')
    .set({ next_attempt_at: fromNow({ seconds: -1 }) })
    .execute();
  const workers = [1, 2, 3].map(() =>
    startMailWorker({
      database: idle.running.database,
      clockGuard: createClockGuard(query, silentLog),
      log: silentLog,
      everyMs: 10,
      compose: async ({ recipient }) => ({
        email: { to: recipient, subject: '', html: '', text: '' },
      }),
      delivery: {
        async deliver({ to }) {
          sent.push(to);
          await new Promise((resolve) => setTimeout(resolve, 1));
        },
        close() {},
      },
    }),
  );
  await waitFor('all are sent', async () => (await readOutbox(query)).queued === 0);
  await Promise.all(workers.map((worker) => worker.stop()));
  assert.deepEqual(sent.sort(), recipients.sort());
});

/** Queues an email that is not yet due, so that the server's own worker does not send it. */
async function enqueueLater(recipient: string) {
  await idle.query.transaction().execute(async (query) => {
    await enqueue(query, 'confirm', recipient);
    await query
      .updateTable('outbox')
      .set({ next_attempt_at: fromNow({ hours: 1 }) })
      .where('recipient', '=', recipient)
      .execute();
  });
}

async function statusOf(path: string, body: object, token = '') {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return response.status;
}
