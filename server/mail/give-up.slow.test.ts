import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { fromNow, now } from '#server/clock/clock.ts';
import { linkIn, startProductionServer, type TestServer } from '#server/testing/harness.ts';
import { createMemoryLog } from '#server/testing/memory-log.ts';
import { startSmtpServer } from '#server/testing/smtp-server.ts';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';

test('a permanently rejected email is tried once, shown on the dashboard, and can be requested again', async (t) => {
  let response: number | undefined = 550;
  const { server, smtpServer, lines } = await startWithSmtpServer(t, (recipient) =>
    recipient.startsWith('typo') ? response : undefined,
  );
  const admin = await server.signUp();
  await server.running.accounts.setUserType(admin.email, 'admin');
  const { email } = await server.register({ email: 'typo@example.com' });
  await waitFor('it is given up', async () => (await onlyRow(server)).failed_at !== null);
  assert.equal((await onlyRow(server)).attempts, 1);
  assert.deepEqual((await admin.call(kit.adminStatus)).mail, {
    transport: 'smtp',
    queued: 0,
    failed: 1,
  });
  const complaint = lines.find((line) => line.includes('an email was given up')) ?? '';
  const { kind, code, response: logged } = JSON.parse(complaint);
  assert.deepEqual([kind, code, logged], ['confirm', 'EMESSAGE', 550]);
  assert.doesNotMatch(lines.join(''), /typo@|no mailbox/);

  response = undefined;
  await server.call(kit.resendConfirmation, { body: { email } });
  await server.waitForMail();
  assert.equal(smtpServer.emails.filter(({ to }) => to === email).length, 1);
  assert.equal((await admin.call(kit.adminStatus)).mail.failed, 0);
});

test('signing up again right after its delivery was given up resends the email', async (t) => {
  let response: number | undefined = 550;
  const { server } = await startWithSmtpServer(t, () => response);
  const person = await server.register();
  await waitFor('it is given up', async () => (await onlyRow(server)).failed_at !== null);
  response = undefined;
  await server.call(kit.register, { body: person });
  await server.call(kit.register, { body: person });
  assert.equal((await server.emailsTo(person.email)).length, 1);
});

test('emails that the mail server did not accept do not count towards a user’s limit', async (t) => {
  let response: number | undefined;
  const { server } = await startWithSmtpServer(t, () => response);
  const { email } = await server.signUp();
  await server.waitForMail();
  response = 550;
  for (let number = 1; number <= 6; number++) {
    await server.call(kit.resetPassword, { body: { email } });
    await server.waitForMail();
  }
  response = undefined;
  await server.call(kit.resetPassword, { body: { email } });
  assert.match((await server.emailTo(email)).subject, /new .* password/);
});

test('an email is given up after three days, and its row is deleted after a week', async (t) => {
  const { server, waited } = await startWithSmtpServer(t, () => 450);
  await server.register();
  await waited(1);
  const { id } = await onlyRow(server);
  await change({ created_at: fromNow({ days: -2.9 }), next_attempt_at: now() });
  await waited(2);
  assert.equal((await onlyRow(server)).failed_at, null);
  await change({ created_at: fromNow({ days: -3 }), next_attempt_at: now() });
  await waitFor('it is given up', async () => (await onlyRow(server)).failed_at !== null);

  await change({ failed_at: fromNow({ days: -6 }), next_attempt_at: now() });
  await server.restart();
  assert.equal((await onlyRow(server)).attempts, 3);
  await change({ failed_at: fromNow({ days: -7 }) });
  await server.restart();
  await waitFor('it is swept', async () => (await server.count('outbox')) === 0);

  async function change(values: object) {
    await server.query.updateTable('outbox').set(values).where('id', '=', id).execute();
  }
});

test('emails wait and are not given up while the mail server rejects the server’s sign-in', async (t) => {
  const smtpServer = new SMTPServer({
    allowInsecureAuth: true,
    logger: false,
    onAuth: (_auth, _session, done) =>
      done(Object.assign(new Error('bad credentials'), { responseCode: 535 })),
  });
  smtpServer.on('error', () => {});
  smtpServer.listen(0, '127.0.0.1');
  await once(smtpServer.server, 'listening');
  t.after(() => smtpServer.close());
  const { port } = smtpServer.server.address() as AddressInfo;
  const server = await startProductionServer({
    env: { SMTP_URL: `smtp://me:wrong@127.0.0.1:${port}` },
  });
  t.after(server.stop);
  await server.register();
  await waitFor('it was tried', async () => (await onlyRow(server)).attempts === 1);
  await waitFor('it waits', async () => {
    const { next_attempt_at, failed_at } = await onlyRow(server);
    assert.equal(failed_at, null);
    return next_attempt_at < fromNow({ seconds: 10 });
  });
});

test('a newer email replaces a queued one of its kind, and every delivery attempt replaces its link', async (t) => {
  let response: number | undefined = 450;
  const { server, smtpServer, waited } = await startWithSmtpServer(t, () => response);
  const person = await server.register();
  for (let attempts = 1; attempts <= 3; attempts++) {
    await waited(attempts);
    await server.query.updateTable('outbox').set({ next_attempt_at: now() }).execute();
  }
  await waited(4);
  assert.equal(await server.count('confirmation_tokens'), 1);

  const { id } = await onlyRow(server);
  const { email, password } = person;
  await server.call(kit.resendConfirmation, { body: { email, password } });
  await waited(5);
  assert.notEqual((await onlyRow(server)).id, id);
  response = undefined;
  await server.query.updateTable('outbox').set({ next_attempt_at: now() }).execute();
  await server.waitForMail();
  assert.equal(smtpServer.emails.length, 1);
  const { access_token } = linkIn(smtpServer.emails[0] ?? { text: '' });
  await server.call(kit.confirm, { body: { access_token, type: 'signup' } });
});

for (const attempts of [0, 1])
  test(`a new email does not wait for thousands of others that were tried ${attempts} times`, async (t) => {
    const waiting = 10_000;
    // The waiting emails go to a recipient that the mail server rejects for now.
    const { server, smtpServer } = await startWithSmtpServer(t, (recipient) =>
      recipient.startsWith('reader-') ? 450 : undefined,
    );
    for (let start = 0; start < waiting; start += 500)
      await server.query
        .insertInto('outbox')
        .values(Array.from({ length: 500 }, (_, number) => email(start + number)))
        .execute();
    const { email: recipient } = await server.register();
    await waitFor('it arrives', () => smtpServer.emails.some(({ to }) => to === recipient));
    assert.ok(smtpServer.arrived.length < waiting / 2, String(smtpServer.arrived.length));
    const tried = smtpServer.arrived.length;
    await waitFor('others are tried too', () => smtpServer.arrived.length > tried + 10);

    function email(number: number) {
      return {
        id: randomUUIDv7(),
        kind: 'account-deleted' as const,
        recipient: `reader-${number}@example.com`,
        attempts,
        next_attempt_at: fromNow({ hours: -1 }),
        created_at: fromNow({ hours: -2 }),
        failed_at: null,
      };
    }
  });

test('a mail server that hangs does not delay the stop, and its email is sent after the next start', async (t) => {
  const { server, smtpServer } = await startWithSmtpServer(t, () => undefined);
  const released = Promise.withResolvers<void>();
  t.after(() => released.resolve());
  smtpServer.hold(released.promise);
  const { email } = await server.register();
  await waitFor('it is being sent', () => smtpServer.arrived.length === 1);
  await server.restart();
  await waitFor('it is being sent again', () => smtpServer.arrived.length === 2);
  assert.equal(
    (await onlyRow(server)).attempts,
    1,
    'the attempt that was cut short does not count',
  );
  released.resolve();
  await server.waitForMail();
  assert.ok(smtpServer.emails.every(({ to }) => to === email));
  assert.ok(smtpServer.emails.length >= 1);
});

async function startWithSmtpServer(
  t: TestContext,
  responseTo: (recipient: string) => number | undefined,
) {
  const { log, lines } = createMemoryLog();
  const smtpServer = await startSmtpServer({ responseTo });
  const server = await startProductionServer({ log, smtpServer });
  t.after(server.stop);
  const waited = (times: number) =>
    waitFor(`it has waited ${times} times`, () => {
      return (
        lines.filter((line) => line.includes('email not delivered, will be retried')).length ===
        times
      );
    });
  return { server, smtpServer, lines, waited };
}

async function onlyRow(server: TestServer) {
  const [row, ...others] = await server.everyRow('outbox');
  assert.ok(row);
  assert.equal(others.length, 0);
  return row;
}
