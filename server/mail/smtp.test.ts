import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { app } from '#app';
import { now } from '#server/clock/clock.ts';
import { linkIn, newPerson, startProductionServer } from '#server/testing/harness.ts';
import { createMemoryLog } from '#server/testing/memory-log.ts';
import { startSmtpServer } from '#server/testing/smtp-server.ts';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const server = await startProductionServer({ env: { MAIL_FROM: 'The Kit <kit@example.com>' } });
after(server.stop);

test('an email is sent as HTML and text, from MAIL_FROM, to one recipient', async () => {
  const { email } = await server.register();
  await server.waitForMail();
  const message = server.smtpServer.emails.find(({ to }) => to === email);
  assert.deepEqual(message?.recipients, [email]);
  assert.equal(message?.headers.get('from'), 'The Kit <kit@example.com>');
  assert.equal(message?.headers.get('auto-submitted'), 'auto-generated');
  assert.match(message?.headers.get('content-type') ?? '', /^multipart\/alternative/);
  assert.ok(message?.text.includes('/confirm#access_token='));
  assert.match(message?.html ?? '', /<a href="[^"]*\/confirm#access_token=/);
  const [logo] = message?.pictureIds ?? [];
  assert.ok(
    logo && message?.html.includes(`<img src="cid:${logo.slice(1, -1)}"`),
    'the logo is attached',
  );
});

test('without MAIL_FROM an email comes from the app, whatever characters its name contains', async (t) => {
  const server = await startProductionServer();
  t.after(server.stop);
  await server.register();
  await server.waitForMail();
  const from = server.smtpServer.emails[0]?.headers.get('from') ?? '';
  assert.ok(from.endsWith(` <${app.supportEmail}>`), from);
  assert.match(
    from.slice(0, from.lastIndexOf(' <')),
    /^("([^"\\]|\\.)+"|=\?.+\?=|[^"<>,;:@()\\]+)$/,
  );
});

test('a name with CR LF or HTML adds no header or recipient', async () => {
  const hostile = [
    'Eve\r\nBcc: all@evil.example\r\n\r\n<b>hi</b>',
    'Eve\nTo: all@evil.example',
    '"Eve" <all@evil.example>,',
  ];
  for (const first_name of hostile) {
    const { email } = await server.signUpByEmail({ first_name, last_name: first_name });
    await server.call(kit.resetPassword, { body: { email } });
    await server.waitForMail();
    const message = server.smtpServer.emails.findLast(({ to }) => to === email);
    assert.deepEqual(message?.recipients, [email]);
    assert.deepEqual([...(message?.headers.keys() ?? [])].sort(), usualHeaders);
    for (const value of message?.headers.values() ?? []) assert.doesNotMatch(value, /evil|Eve/);
    assert.match(message?.text ?? '', /^Hello, .*Eve/);
    assert.doesNotMatch(message?.html ?? '', /<b>hi|<all@/);
  }
});

test('while the mail server is down registrations succeed, and their emails are sent later, even after a restart', async (t) => {
  const closed = await startSmtpServer();
  await closed.close();
  const { log, lines } = createMemoryLog();
  const waiting = await startProductionServer({ env: { SMTP_URL: closed.url }, log });
  t.after(waiting.stop);
  const person = newPerson();
  await waiting.call(kit.register, { body: person });
  const outbox = () => waiting.everyRow('outbox');
  await waitFor('it was tried', async () => {
    const [row] = await outbox();
    return row?.attempts === 1 && new Date(row.next_attempt_at).getTime() < Date.now() + 10_000;
  });
  await waiting.restart();

  const opened = await startSmtpServer({ port: closed.port });
  t.after(opened.close);
  await waiting.query.updateTable('outbox').set({ next_attempt_at: now() }).execute();
  await waiting.call(kit.resetPassword, { body: { email: 'nobody@example.com' } });
  await waiting.waitForMail();
  assert.deepEqual(
    opened.emails.map(({ to }) => to),
    [person.email],
  );

  const { access_token } = linkIn(opened.emails[0] ?? { text: '' });
  await waiting.call(kit.confirm, { body: { access_token, type: 'signup' } });
  await waiting.call(kit.login, { body: person });
  const complaint = lines.find((line) => line.includes('email not delivered, will be retried'));
  assert.ok(complaint && !complaint.includes(access_token));
});

test('a rejected email does not delay others', async (t) => {
  const smtpServer = await startSmtpServer({
    responseTo: (recipient) => (recipient.startsWith('full') ? 450 : undefined),
  });
  t.after(smtpServer.close);
  const other = await startProductionServer({ env: { SMTP_URL: smtpServer.url } });
  t.after(other.stop);
  await other.register({ email: 'full@example.com' });
  const { email } = await other.register();
  await waitFor('only the rejected email waits', async () => {
    const waiting = (await other.everyRow('outbox')).map(({ recipient }) => recipient);
    return waiting.join() === 'full@example.com';
  });
  assert.deepEqual(
    smtpServer.emails.map(({ to }) => to),
    [email],
  );
});

test('registering does not wait for the mail server', async (t) => {
  const release = Promise.withResolvers<void>();
  t.after(() => release.resolve());
  server.smtpServer.hold(release.promise);
  await server.register();
  await server.register();
  assert.ok((await server.count('outbox')) >= 1);
  release.resolve();
  await server.waitForMail();
});

const usualHeaders = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
];
