import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fromNow } from '#server/clock/clock.ts';
import { tokenHash } from '#server/database/secrets.ts';
import {
  linkIn,
  type Person,
  PUBLIC_URL,
  startProductionServer,
  startTestServer,
} from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { sendRawRequest } from '#server/testing/raw-http.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages } from '#shared/messages.ts';

const server = await startTestServer();
after(server.stop);
const ada = await server.signUp();

test('requesting a reset link always succeeds, and an email is sent only to an existing account', async () => {
  const known = await server.send(kit.resetPassword, { body: { email: ada.email } });
  const unknown = await server.send(kit.resetPassword, { body: { email: 'nobody@example.com' } });
  assert.deepEqual([known.status, known.ok && known.body], [200, {}]);
  assert.deepEqual([unknown.status, unknown.ok && unknown.body], [200, {}]);
  assert.deepEqual([...unknown.headers.keys()], [...known.headers.keys()]);
  assert.equal((await server.emailsTo('nobody@example.com')).length, 0);
  assert.match((await server.emailTo(ada.email)).subject, /new .* password/);
});

test('the reset link leads to {PUBLIC_URL}/reset-password with access token, refresh token and type', async () => {
  const { url, fragment } = await resetLink(ada);
  assert.equal(url.origin + url.pathname + url.search, `${PUBLIC_URL}/reset-password`);
  assert.deepEqual([...fragment.keys()], ['access_token', 'refresh_token', 'type']);
  assert.equal(fragment.get('type'), 'recovery');
});

test('a new password replaces the old one, ends every session and sends an email', async () => {
  const person = await server.signUp();
  const other = await server.call(kit.login, { body: person });
  const { access_token } = await resetLink(person);
  const { email, password } = person;
  assert.deepEqual(await change(access_token, 'a brand new one'), { email });

  assert.equal((await person.error(kit.me)).status, 401);
  assert.equal((await server.as(other.token).error(testItems.list)).status, 401);
  assert.equal((await server.error(kit.login, { body: { email, password } })).status, 401);
  await server.call(kit.login, { body: { email, password: 'a brand new one' } });
  assert.match((await server.emailTo(email)).subject, /password was changed/);
});

test('a session that starts with the old password during the change does not survive', async () => {
  const person = await server.signUp();
  const { email, password } = person;
  const { access_token } = await resetLink(person);
  const signIns = [1, 2, 3].map(() => server.send(kit.login, { body: { email, password } }));
  await change(access_token, 'changed meanwhile');
  for (const outcome of await Promise.all(signIns))
    if (outcome.ok) assert.equal((await server.as(outcome.body.token).error(kit.me)).status, 401);
    else assert.equal(outcome.status, 401);
});

test('a reset link works for one change only', async () => {
  const person = await server.signUp();
  const { access_token } = await resetLink(person);
  await change(access_token, 'the first new one');
  const { status, error } = await failedChange(access_token, 'the second new one');
  assert.deepEqual([status, error], [401, 'This password reset link is invalid or has expired.']);
  await server.call(kit.login, { body: { email: person.email, password: 'the first new one' } });
});

test('exactly one of two concurrent uses of a reset link succeeds', async () => {
  const person = await server.signUp();
  const { access_token } = await resetLink(person);
  const passwords = ['new password A', 'new password B', 'new password C'];
  const outcomes = await Promise.all(
    passwords.map((password) =>
      server.as(access_token).send(kit.updatePassword, { body: { password } }),
    ),
  );
  assert.deepEqual(outcomes.map(({ status }) => status).sort(), [200, 401, 401]);
  const winner = passwords[outcomes.findIndex(({ ok }) => ok)] ?? '';
  await server.call(kit.login, { body: { email: person.email, password: winner } });
});

test('if several reset links are created at once, one works', async () => {
  const ada = await server.signUp();
  const { tokens } = server.running;
  const issued = await Promise.all(
    Array.from({ length: 8 }, () => tokens.issueRecovery(ada.user.id)),
  );
  const valid = await Promise.all(issued.map((token) => tokens.findRecovery(token)));
  assert.deepEqual(
    valid.filter((userId) => userId !== undefined),
    [ada.user.id],
  );
});

test('a new request invalidates the older reset link', async () => {
  const older = await resetLink(ada);
  const newer = await resetLink(ada);
  assert.equal((await failedChange(older.access_token, 'by the older')).status, 401);
  const stillThere = await server.as(newer.access_token).error(kit.updatePassword, {
    body: { password: 'short' },
  });
  assert.equal(stillThere.status, 400);
});

test('a new request invalidates the older reset link at once, even while emails cannot be sent', async (t) => {
  const production = await startProductionServer();
  const waiting = Promise.withResolvers<void>();
  t.after(() => waiting.resolve());
  t.after(production.stop);
  const person = await production.signUp();
  await production.call(kit.resetPassword, { body: { email: person.email } });
  const { access_token } = linkIn(await production.emailTo(person.email));

  production.smtpServer.hold(waiting.promise);
  await production.register();
  await production.call(kit.resetPassword, { body: { email: person.email } });
  const { status } = await production
    .as(access_token)
    .error(kit.updatePassword, { body: { password: 'by the older' } });
  assert.equal(status, 401);
});

test('a reset link stops working after an hour', async () => {
  const { access_token } = await resetLink(ada);
  const row = (await server.everyRow('account_tokens')).find(
    ({ token_hash }) => token_hash === tokenHash(access_token),
  );
  const lifetime = new Date(row?.expires_at ?? 0).getTime() - Date.now();
  assert.ok(Math.abs(lifetime - 60 * 60 * 1000) < 60_000);
  await server.query
    .updateTable('account_tokens')
    .set({ expires_at: fromNow({ seconds: -1 }) })
    .where('token_hash', '=', tokenHash(access_token))
    .execute();
  assert.equal((await failedChange(access_token, 'too late by now')).status, 401);
  await ada.call(kit.me);
});

test('a rejected new password does not change the link, the password or the sessions', async () => {
  const { access_token } = await resetLink(ada);
  const rules = [
    [undefined, 'Password is required'],
    ['', 'Password is required'],
    ['12345', 'Password must be at least 6 characters'],
    ['x'.repeat(129), 'Password must be at most 128 characters'],
    ['half\ud800 of it', 'This text contains characters that cannot be saved'],
  ] as const;
  for (const [password, message] of rules) {
    const { status, fields } = await failedChange(access_token, password);
    assert.deepEqual([status, fields], [400, { password: message }]);
  }
  await ada.call(kit.me);
  await server.call(kit.login, { body: { email: ada.email, password: ada.password } });
});

test('no token, a made-up token, a session and a refresh token do not change a password', async () => {
  const { fragment } = await resetLink(ada);
  for (const token of [undefined, 'x'.repeat(43), ada.token, fragment.get('refresh_token') ?? '']) {
    const { status, error } = await failedChange(token, 'by someone else');
    assert.deepEqual([status, error], [401, apiMessages.invalidResetLink]);
  }
  await server.call(kit.login, { body: { email: ada.email, password: ada.password } });
});

test('a recovery token cannot be used as a session or confirmation', async () => {
  const { access_token } = await resetLink(ada);
  assert.equal((await server.as(access_token).error(testItems.list)).status, 401);
  assert.equal((await server.as(access_token).error(kit.me)).status, 401);
  const { status } = await server.error(kit.confirm, { body: { access_token, type: 'signup' } });
  assert.equal(status, 400);
});

test('a forged Host header does not change where the reset link points', async () => {
  const { status } = await sendRawRequest(server.port, '/api/auth/reset-password', {
    method: 'POST',
    headers: {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      Origin: 'https://evil.example',
      'Content-Type': 'application/json',
    },
    body: JSON.stringify({ email: ada.email }),
  });
  assert.equal(status, 200);
  const message = await server.emailTo(ada.email);
  assert.equal(linkIn(message).url.origin, PUBLIC_URL);
  assert.ok(!(message.text + message.html).includes('evil.example'));
});

test('a mail scanner that opens links with GET or HEAD does not use them up', async () => {
  const person = await server.register();
  const confirmation = linkIn(await server.emailTo(person.email));
  const reset = await resetLink(ada);
  for (const { url, access_token } of [confirmation, reset])
    for (const method of ['GET', 'HEAD']) {
      const search = `?access_token=${access_token}`;
      await sendRawRequest(server.port, url.pathname + search, { method });
      const headers = { Authorization: `Bearer ${access_token}` };
      for (const path of ['/api/auth/confirm', '/api/auth/update-password'])
        assert.equal(
          (await sendRawRequest(server.port, path + search, { method, headers })).status,
          405,
        );
    }
  const { access_token } = confirmation;
  assert.equal((await server.error(kit.login, { body: person })).status, 403);
  await server.call(kit.confirm, { body: { access_token, type: 'signup' } });
  await change(reset.access_token, 'set after the scan');
});

test('a reset link requires an address', async () => {
  const { status, fields } = await server.error(kit.resetPassword, { body: { email: ' ' } });
  assert.deepEqual([status, fields], [400, { email: 'Email is required' }]);
});

async function resetLink({ email }: Pick<Person, 'email'>) {
  await server.call(kit.resetPassword, { body: { email } });
  return linkIn(await server.emailTo(email));
}

const change = (token: string, password: string) =>
  server.as(token).call(kit.updatePassword, { body: { password } });

const failedChange = (token: string | undefined, password: unknown) =>
  server.error(kit.updatePassword, { token, body: { password } });
