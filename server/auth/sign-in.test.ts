import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fromNow } from '#server/clock/clock.ts';
import { tokenHash } from '#server/database/secrets.ts';
import { linkIn, startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { sendRawBytes, sendRawRequest } from '#server/testing/raw-http.ts';
import { kit } from '#shared/endpoints.ts';
import { fieldMessages } from '#shared/messages.ts';

const server = await startTestServer();
after(server.stop);
const ada = await server.signUp({ email: 'ada@example.com' });

const DAY_MS = 24 * 60 * 60 * 1000;

test('sign-in ignores the case of the address and spaces around it', async () => {
  const { user } = await server.call(kit.login, {
    body: { email: '  ADA@Example.COM ', password: ada.password },
  });
  assert.deepEqual(user, ada.user);
});

test('a wrong password and an unknown address get the same response', async () => {
  const wrong = await server.error(kit.login, {
    body: { email: ada.email, password: 'not the one' },
  });
  const unknown = await server.error(kit.login, {
    body: { email: 'nobody@example.com', password: 'not the one' },
  });
  assert.deepEqual(said(unknown), said(wrong));
  assert.deepEqual([wrong.status, wrong.error], [401, 'Invalid email or password.']);
});

test('a wrong password starts no session', async () => {
  const before = await server.count('sessions');
  for (const password of ['not the one', ada.password.toUpperCase(), `${ada.password} `])
    assert.equal(
      (await server.error(kit.login, { body: { email: ada.email, password } })).status,
      401,
    );
  assert.equal(await server.count('sessions'), before);
});

test('each rule of the sign-in form is enforced with its message', async () => {
  const rules = [
    [{ password: 'x' }, { email: 'Email is required' }],
    [{ email: 'nonsense', password: 'x' }, { email: 'Please enter a valid email address' }],
    [{ email: ada.email }, { password: 'Password is required' }],
    [{ email: ada.email, password: '' }, { password: 'Password is required' }],
    [{ email: ada.email, password: 'x'.repeat(129) }, { password: fieldMessages.passwordTooLong }],
    [{ email: ada.email, password: 'nul\u0000' }, { password: fieldMessages.brokenText }],
  ];
  for (const [body, fields] of rules) {
    const failed = await server.error(kit.login, { body });
    assert.deepEqual([failed.status, failed.fields], [400, fields]);
  }
});

test('me returns the signed-in user', async () => {
  assert.deepEqual(await ada.call(kit.me), { user: ada.user });
});

test('each sign-in gets a new token of 256 random bits, and the database contains only its SHA-256', async () => {
  const { token } = await signIn();
  assert.notEqual((await signIn()).token, token);
  assert.equal(Buffer.from(token, 'base64url').length, 32);
  const sessions = await server.everyRow('sessions');
  assert.ok(sessions.some(({ token_hash }) => token_hash === tokenHash(token)));
  assert.ok(!JSON.stringify(sessions).includes(token));
});

test('a session lasts 30 days and is extended by use', async () => {
  const { token } = await signIn();
  const daysLeft = async () =>
    (new Date((await sessionOf(token))?.expires_at ?? 0).getTime() - Date.now()) / DAY_MS;
  assert.ok(Math.abs((await daysLeft()) - 30) < 0.01);
  await expireIn(token, { days: 2 });
  await server.as(token).call(kit.me);
  assert.ok(Math.abs((await daysLeft()) - 30) < 0.01);
});

test('an expired session gets 401 and is not extended', async () => {
  const { token } = await signIn();
  await expireIn(token, { seconds: -1 });
  for (let tries = 0; tries < 2; tries++) {
    const { status, error } = await server.as(token).error(kit.me);
    assert.deepEqual([status, error], [401, 'Session expired']);
  }
});

test('signing out ends this session on the server and no other', async () => {
  const [one, other] = [await signIn(), await signIn()];
  assert.deepEqual(await server.as(one.token).call(kit.logout), {});
  assert.equal((await server.as(one.token).error(kit.me)).status, 401);
  assert.equal((await server.as(one.token).error(kit.logout)).status, 401);
  await server.as(other.token).call(kit.me);
});

test('every endpoint that needs a session responds without one with 401 and "Session expired"', async () => {
  for (const [name, endpoint] of Object.entries(kit)) {
    if (endpoint.access !== 'session' && endpoint.access !== 'admin') continue;
    const failed = await server.error(endpoint, { params: { id: 'x', path: 'x' } });
    assert.deepEqual([failed.status, failed.error], [401, 'Session expired'], name);
  }
});

test('Bearer alone, two tokens, two headers and other schemes get 401', async () => {
  const { token } = await signIn();
  const values = [
    'Bearer',
    'Bearer ',
    `Bearer ${token} ${token}`,
    `Bearer ${token},Bearer ${token}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(1)}`,
    `Basic ${token}`,
    token,
    'Bearer ../../etc/passwd',
    [`Bearer ${token}`, `Bearer ${token}`],
    ['Bearer nothing', `Bearer ${token}`],
  ];
  for (const value of values) {
    const { status } = await sendRawRequest(server.port, '/api/auth/me', {
      headers: { Authorization: value },
    });
    assert.equal(status, 401, `${value}`);
  }
  assert.equal((await sendRawRequest(server.port, `/api/auth/me?token=${token}`)).status, 401);
});

test('a header of 100 KB gets 431 and does not end the process', async () => {
  const response = await sendRawBytes(
    server.port,
    `GET /api/auth/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${'x'.repeat(100 * 1024)}\r\n\r\n`,
  );
  assert.match(response, /^HTTP\/1\.1 431 /);
  await ada.call(kit.me);
});

test('a confirmation token is valid for the confirmation only', async () => {
  const { email } = await server.register();
  const { access_token } = linkIn(await server.emailTo(email));
  const holder = server.as(access_token);
  assert.equal((await holder.error(kit.me)).status, 401);
  assert.equal((await holder.error(testItems.list)).status, 401);
  assert.equal(
    (await holder.error(kit.updatePassword, { body: { password: 'new one' } })).status,
    401,
  );
});

const said = ({ status, error, fields, headers }: Awaited<ReturnType<typeof server.error>>) => ({
  status,
  error,
  fields,
  headers: [...headers.keys()],
});

const signIn = () => server.call(kit.login, { body: { email: ada.email, password: ada.password } });

async function sessionOf(token: string) {
  return (await server.everyRow('sessions')).find(
    ({ token_hash }) => token_hash === tokenHash(token),
  );
}

async function expireIn(token: string, amount: Parameters<typeof fromNow>[0]) {
  await server.query
    .updateTable('sessions')
    .set({ expires_at: fromNow(amount) })
    .where('token_hash', '=', tokenHash(token))
    .execute();
}
