import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fromNow } from '#server/clock/clock.ts';
import { linkIn, newPerson, PUBLIC_URL, startTestServer } from '#server/testing/harness.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages } from '#shared/messages.ts';

const server = await startTestServer();
after(server.stop);

test('registering and opening the link in the email creates a user who can sign in', async () => {
  const { user, email } = await server.signUpByEmail({
    first_name: '  Grace ',
    last_name: 'Hopper',
  });
  const { id, ...rest } = user;
  assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  assert.deepEqual(rest, { email, first_name: 'Grace', last_name: 'Hopper', user_type: 'user' });
});

test('the confirmation email links to {PUBLIC_URL}/confirm with token and type in the fragment', async () => {
  const { email } = await server.register();
  const { url, fragment } = linkIn(await server.emailTo(email));
  assert.equal(url.origin + url.pathname + url.search, `${PUBLIC_URL}/confirm`);
  assert.deepEqual([...fragment.keys()], ['access_token', 'type']);
  assert.equal(fragment.get('type'), 'signup');
});

test('opening the confirmation link again shows success again', async () => {
  const { email } = await server.register();
  const { access_token } = linkIn(await server.emailTo(email));
  for (let opened = 1; opened <= 2; opened++) {
    const { message } = await server.call(kit.confirm, { body: { access_token, type: 'signup' } });
    assert.equal(message, apiMessages.confirmed);
  }
});

test('a confirmation link expires after 24 hours, and a new email contains a valid one', async () => {
  const { email, password } = await server.register();
  const first = linkIn(await server.emailTo(email));
  const [token] = await confirmationTokensOf(email);
  assert.ok(token);
  const lifetime = new Date(token.expires_at).getTime() - Date.now();
  assert.ok(Math.abs(lifetime - 24 * 60 * 60 * 1000) < 60_000);

  await server.query
    .updateTable('confirmation_tokens')
    .set({ expires_at: fromNow({ seconds: -1 }) })
    .where('token_hash', '=', token.token_hash)
    .execute();
  const failed = await server.error(kit.confirm, {
    body: { access_token: first.access_token, type: 'signup' },
  });
  assert.deepEqual(
    [failed.status, failed.error],
    [400, 'Email confirmation failed. Please try again.'],
  );
  assert.equal((await server.error(kit.login, { body: { email, password } })).status, 403);

  await server.call(kit.resendConfirmation, { body: { email } });
  const { access_token } = linkIn(await server.emailTo(email));
  await server.call(kit.confirm, { body: { access_token, type: 'signup' } });
  await server.call(kit.login, { body: { email, password } });
});

test('a confirmation with an invalid token or type gets 400 with the message of its screen', async () => {
  const message = 'Invalid confirmation link. Please check your email and try again.';
  const wrong = [
    {},
    { access_token: '', type: 'signup' },
    { access_token: 7, type: 'signup' },
    { access_token: 'x'.repeat(43) },
    { access_token: 'x'.repeat(43), type: 'recovery' },
  ];
  for (const body of wrong) {
    const { status, error } = await server.error(kit.confirm, { body });
    assert.deepEqual([status, error], [400, message]);
  }
  const madeUp = await server.error(kit.confirm, {
    body: { access_token: 'x'.repeat(43), type: 'signup' },
  });
  assert.deepEqual([madeUp.status, madeUp.error], [400, apiMessages.confirmationFailed]);
});

test('signing in before confirming gets a message about it only with the right password', async () => {
  const { email, password } = await server.register();
  const right = await server.error(kit.login, { body: { email, password } });
  assert.deepEqual([right.status, right.error], [403, apiMessages.emailNotConfirmed]);
  const wrong = await server.error(kit.login, { body: { email, password: 'not it' } });
  assert.deepEqual([wrong.status, wrong.error], [401, 'Invalid email or password.']);
});

test('requesting the email again gets the same response for everyone, and sends only pending confirmations', async () => {
  const waiting = await server.register();
  const confirmed = await server.signUpByEmail();
  for (const email of [waiting.email, confirmed.email, 'nobody@example.com'])
    assert.deepEqual(await server.call(kit.resendConfirmation, { body: { email } }), {});
  assert.equal((await server.emailsTo(waiting.email)).length, 2);
  assert.equal((await server.emailsTo(confirmed.email)).length, 1);
  assert.equal((await server.emailsTo('nobody@example.com')).length, 0);
});

test('registering an existing address in any case gets the response of a new one and sends its owner an email', async () => {
  const owner = await server.signUp({ email: 'owner@example.com' });
  const users = await server.count('users');
  const fresh = await server.send(kit.register, { body: newPerson() });
  const taken = await server.send(kit.register, {
    body: { ...newPerson(), email: '  OWNER@Example.com ' },
  });
  assert.deepEqual([taken.status, taken.ok && taken.body], [fresh.status, fresh.ok && fresh.body]);
  assert.deepEqual([...taken.headers.keys()], [...fresh.headers.keys()]);
  assert.equal(await server.count('users'), users);

  const message = await server.emailTo(owner.email);
  assert.match(message.subject, /already have/);
  assert.ok(message.text.includes(`${PUBLIC_URL}/login\n`));
  assert.ok(message.text.includes(`${PUBLIC_URL}/login?mode=forgot`));
  assert.doesNotMatch(message.text, /access_token/);
  await server.call(kit.login, { body: { email: owner.email, password: owner.password } });
  assert.deepEqual((await owner.call(kit.me)).user, owner.user);
});

test('all spellings of a domain are the same address', async () => {
  const owner = await server.signUpByEmail({ email: 'grace@xn--bcher-kva.example' });
  for (const spelling of [
    'grace@BÜCHER.example',
    'grace@bu\u0308cher.example',
    'grace@ｂücher.ｅxample',
    'grace@bücher.example',
  ]) {
    const { user } = await server.call(kit.login, {
      body: { email: spelling, password: owner.password },
    });
    assert.equal(user.id, owner.user.id, spelling);
  }
  await server.register({ email: 'grace@ｂücher.example' });
  assert.match((await server.emailTo(owner.email)).subject, /already have/);
  for (const broken of ['grace@bücher.example。', 'grace@ü..example', 'grace@ｘ.0x7f'])
    assert.equal(
      (await server.error(kit.login, { body: { email: broken, password: 'x' } })).status,
      400,
    );
});

test('20 concurrent identical registrations create one account, whichever link is opened', async () => {
  const body = newPerson();
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => server.send(kit.register, { body })),
  );
  assert.ok(outcomes.every(({ status }) => status === 201));
  for (const message of await server.emailsTo(body.email))
    await server.call(kit.confirm, {
      body: { access_token: linkIn(message).access_token, type: 'signup' },
    });
  const accounts = (await server.everyRow('users')).filter(({ email }) => email === body.email);
  assert.equal(accounts.length, 1);
});

test('user_type, id and confirmed_at in a registration are ignored', async () => {
  const body = newPerson();
  await server.call(kit.register, {
    body: { ...body, user_type: 'admin', id: 'mine', confirmed_at: '2020-01-01', admin: true },
  });
  assert.equal((await server.error(kit.login, { body })).status, 403);
  assert.equal(await server.running.accounts.find(body.email), undefined);
  const { access_token } = linkIn(await server.emailTo(body.email));
  await server.call(kit.confirm, { body: { access_token, type: 'signup' } });
  const { user } = await server.call(kit.login, { body });
  assert.equal(user.user_type, 'user');
  assert.notEqual(user.id, 'mine');
});

test('the database contains an argon2id hash of the password and no plain token of an email', async () => {
  const { email, password } = await server.register();
  const { access_token } = linkIn(await server.emailTo(email));
  const [registration] = (await server.everyRow('pending_registrations')).slice(-1);
  assert.match(
    registration?.password_hash ?? '',
    /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
  );
  const rows = JSON.stringify([
    await server.everyRow('pending_registrations'),
    await server.everyRow('confirmation_tokens'),
    await server.everyRow('outbox'),
  ]);
  assert.ok(!rows.includes(password));
  assert.ok(!rows.includes(access_token));
});

async function confirmationTokensOf(email: string) {
  const registrations = await server.everyRow('pending_registrations');
  const ids = registrations.filter((row) => row.email === email).map(({ id }) => id);
  return (await server.everyRow('confirmation_tokens')).filter(({ registration_id }) =>
    ids.includes(registration_id),
  );
}
