import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { HttpError } from '#server/errors/errors.ts';
import { countInMemory, createLimiters, sweepCounters } from '#server/http/rate-limit.ts';
import { linkIn, newPerson, startProductionServer } from '#server/testing/harness.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages } from '#shared/messages.ts';
import { createEmailLimits } from './email-limits.ts';
import { createAuthLimiters } from './limits.ts';

const direct = await startProductionServer();
const behindProxy = await startProductionServer({ env: { TRUST_PROXY: '1' } });
after(direct.stop);
after(behindProxy.stop);

test('the eleventh wrong password gets 429 with Retry-After, whatever X-Forwarded-For contains', async () => {
  const person = await direct.signUp();
  const guess = (number: number) =>
    direct.error(kit.login, {
      headers: { 'X-Forwarded-For': `203.0.113.${number}` },
      body: { email: person.email, password: `guess ${number}` },
    });
  for (let number = 1; number <= 10; number++) assert.equal((await guess(number)).status, 401);
  const { status, error, headers } = await guess(11);
  assert.deepEqual([status, error], [429, apiMessages.tooManyRequests]);
  const seconds = Number(headers.get('Retry-After'));
  assert.ok(seconds >= 1 && seconds <= 15 * 60);
  assert.equal((await direct.error(kit.login, { body: person })).status, 429);
  await person.call(kit.me);
});

test('after the clock was set back, a limit applies for no longer than its duration', async (t) => {
  const guess = async (email: string) => {
    const { status, headers } = await direct.error(kit.login, {
      body: { email, password: 'a guess' },
    });
    return { status, seconds: Number(headers.get('Retry-After')) };
  };
  const minutes = 15;
  for (const [minutesBack, expected] of [
    [5, 429],
    [10 * 365 * 24 * 60, 401],
  ] as const) {
    const { email } = newPerson();
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + minutesBack * 60_000 });
    for (let number = 1; number <= 11; number++) await guess(email);
    t.mock.timers.reset();
    assert.equal((await guess(email)).status, expected);
    for (let number = 1; number <= 10; number++) await guess(email);
    const { status, seconds } = await guess(email);
    assert.equal(status, 429);
    assert.ok(seconds >= 1 && seconds <= minutes * 60, `${seconds}`);
  }
});

test('password attempts of a signed-in account are limited too', async () => {
  const person = await direct.signUp();
  const guess = () => person.error(kit.deleteAccount, { body: { password: 'a guess' } });
  for (let number = 1; number <= 10; number++) assert.equal((await guess()).status, 400);
  assert.equal((await guess()).status, 429);
  const { password } = person;
  assert.equal((await person.error(kit.deleteAccount, { body: { password } })).status, 429);
  await person.call(kit.me);
});

test('the owner can still sign in from another address; a forged hop in X-Forwarded-For does not bypass the limit', async () => {
  const person = await behindProxy.signUp();
  const guess = (number: number) =>
    behindProxy.error(kit.login, {
      headers: { 'X-Forwarded-For': `198.51.100.${number}, 203.0.113.7` },
      body: { email: person.email, password: `guess ${number}` },
    });
  for (let number = 1; number <= 10; number++) assert.equal((await guess(number)).status, 401);
  assert.equal((await guess(11)).status, 429);
  await behindProxy.call(kit.login, {
    headers: { 'X-Forwarded-For': '192.0.2.1' },
    body: { email: person.email, password: person.password },
  });
});

test('a successful sign-in resets the count of wrong passwords', async () => {
  const person = await behindProxy.signUp();
  const headers = { 'X-Forwarded-For': '192.0.2.50' };
  for (let round = 0; round < 2; round++) {
    for (let wrong = 0; wrong < 6; wrong++) {
      const body = { email: person.email, password: 'a guess' };
      assert.equal((await behindProxy.error(kit.login, { headers, body })).status, 401);
    }
    const { email, password } = person;
    await behindProxy.call(kit.login, { headers, body: { email, password } });
  }
});

test('after five emails of a kind within an hour no more are sent, from any client, with the same response', async () => {
  const body = await behindProxy.signUpByEmail();
  await waitForEmails(body.email, 1);
  const ask = (number: number) =>
    behindProxy.call(kit.resetPassword, { headers: from(`192.0.2.${100 + number}`), body });
  for (let number = 1; number <= 5; number++) {
    await ask(number);
    await waitForEmails(body.email, number + 1);
  }
  const { access_token } = linkIn(await behindProxy.emailTo(body.email));
  for (let number = 6; number <= 8; number++) assert.deepEqual(await ask(number), {});
  await waitForEmails(body.email, 6);
  // The requests that sent nothing did not invalidate the link.
  await behindProxy.as(access_token).call(kit.updatePassword, { body: { password: 'a new one' } });
});

test('requests for one kind of email do not use up the limit of another', async () => {
  const owner = await behindProxy.signUp();
  const body = { ...newPerson(), email: owner.email };
  for (let number = 1; number <= 8; number++) {
    const headers = from(`192.0.2.${120 + number}`);
    await behindProxy.call(kit.resendConfirmation, { headers, body });
    await behindProxy.call(kit.register, { headers, body });
  }
  await behindProxy.call(kit.resetPassword, { headers: from('192.0.2.140'), body });
  assert.match((await behindProxy.emailTo(owner.email)).subject, /new .* password/);
});

test('reset requests for other spellings of an address do not use up its limit', async () => {
  const vic = await behindProxy.signUp({ email: 'vic.t@example.org' });
  const strangers = ['vict+1@example.org', 'vict+2@example.org'];
  for (const [number, email] of strangers.entries())
    await behindProxy.call(kit.register, {
      headers: from(`192.0.2.${150 + number}`),
      body: { ...newPerson(), email },
    });
  const spellings = [...strangers, 'vict+3@example.org', 'v.ict@example.org', 'vict@example.org'];
  for (let round = 1; round <= 6; round++) {
    for (const [number, email] of spellings.entries())
      await behindProxy.call(kit.resetPassword, {
        headers: from(`192.0.2.${160 + number}`),
        body: { email },
      });
    await behindProxy.waitForMail();
  }
  const toStrangers = (await Promise.all(strangers.map(behindProxy.emailsTo))).flat();
  // One confirmation each, five by resets, and one for each of two concurrent senders.
  assert.ok(toStrangers.length >= 7 && toStrangers.length <= 9, String(toStrangers.length));
  const headers = from('192.0.2.170');
  await behindProxy.call(kit.resetPassword, { headers, body: { email: vic.email } });
  const { access_token } = linkIn(await behindProxy.emailTo(vic.email));
  await behindProxy.as(access_token).call(kit.updatePassword, { body: { password: 'a new one' } });
});

test('addresses with different plus suffixes are different accounts', async () => {
  const [plain, plus] = [
    await direct.signUpByEmail({ email: 'eve@example.com' }),
    await direct.signUpByEmail({ email: 'eve+2@example.com' }),
  ];
  assert.notEqual(plain.user.id, plus.user.id);
});

test('a client that requests emails for many addresses gets 429 after the thirtieth', async () => {
  const headers = { 'X-Forwarded-For': '192.0.2.200' };
  const ask = (number: number) =>
    behindProxy.send(kit.resetPassword, { headers, body: { email: `many-${number}@example.com` } });
  for (let number = 1; number <= 30; number++) assert.equal((await ask(number)).status, 200);
  assert.equal((await ask(31)).status, 429);
});

test('a client that tries many accounts gets 429 after a hundred sign-ins', async () => {
  const { signIn } = createAuthLimiters(createLimiters(countInMemory, 'production'));
  for (let number = 1; number <= 100; number++)
    await signIn.count('203.0.113.1', `person-${number}@example.com`);
  await assert.rejects(signIn.count('203.0.113.1', 'one-more@example.com'), is429);
  await signIn.count('203.0.113.2', 'one-more@example.com');
});

test('new passwords from one client get 429 after the thirtieth', async () => {
  const { newPassword } = createAuthLimiters(createLimiters(countInMemory, 'production'));
  for (let number = 1; number <= 30; number++) await newPassword.count('203.0.113.1');
  await assert.rejects(newPassword.count('203.0.113.1'), is429);
  await newPassword.count('203.0.113.2');
});

test('a test suite never reaches the limits of demo mode', async () => {
  const limiters = createAuthLimiters(createLimiters(countInMemory, 'demo'));
  const emailLimits = createEmailLimits(createLimiters(countInMemory, 'demo'));
  for (let number = 1; number <= 5000; number++) {
    await limiters.signIn.count('127.0.0.1', 'demo@example.com');
    await limiters.emailRequest.count('127.0.0.1');
    assert.equal(await emailLimits.takeConfirmation('127.0.0.1', 'demo@example.com'), true);
    for (const kind of ['confirm-by-reset', 'already-registered', 'reset'] as const) {
      assert.equal(await emailLimits.isReached(kind, 'demo@example.com'), false);
      await emailLimits.countSent(kind, 'demo@example.com');
    }
    await limiters.newPassword.count('127.0.0.1');
  }
});

test('counts are swept that have expired or were made while the clock was far ahead', async () => {
  const { query } = direct;
  const expiring = { expired: -1000, current: 60_000, 'far ahead': 24 * 60 * 60 * 1000 };
  for (const [key, ms] of Object.entries(expiring))
    await query
      .insertInto('rate_limits')
      .values({ key, points: 1, expire: Date.now() + ms })
      .execute();
  await sweepCounters(query);
  const keys = (await direct.everyRow('rate_limits')).map(({ key }) => key);
  assert.deepEqual(
    Object.keys(expiring).filter((key) => keys.includes(key)),
    ['current'],
  );
});

test('a port in X-Forwarded-For does not count as another address', async () => {
  const person = await behindProxy.signUp();
  const guess = (hop: string) =>
    behindProxy.error(kit.login, {
      headers: from(hop),
      body: { email: person.email, password: 'a guess' },
    });
  for (let number = 1; number <= 10; number++)
    assert.equal((await guess(`203.0.113.77:${40_000 + number}`)).status, 401);
  assert.equal((await guess('203.0.113.77:40011')).status, 429);
  assert.equal((await guess('203.0.113.77')).status, 429);
});

test('attempts from several /64 networks of one /56 or /48 are limited together, with a higher limit', async () => {
  const { signIn } = createAuthLimiters(createLimiters(countInMemory, 'production'));
  const guess = async (network: string) => {
    const address = `${network}::/64`;
    try {
      await signIn.count(address, 'ada@example.com');
      return true;
    } catch (error) {
      assert.ok(is429(error));
      return false;
    }
  };
  const allowed = async (networks: string[]) =>
    (await Promise.all(networks.map(guess))).filter(Boolean).length;
  const rotating = (name: (number: number) => string) =>
    Array.from({ length: 300 }, (_, number) => name(number));
  assert.equal(await allowed(rotating((n) => `2001:db8:1:${(n % 256).toString(16)}`)), 40);
  assert.equal(await allowed(rotating((n) => `2001:db8:2:${(n * 256).toString(16)}`)), 160);
  assert.equal(await guess('2001:db8:3:1'), true);
});

const from = (hop: string) => ({ 'X-Forwarded-For': hop });

async function waitForEmails(email: string, expected: number) {
  assert.equal((await behindProxy.emailsTo(email)).length, expected);
}

const is429 = (error: unknown) => error instanceof HttpError && error.status === 429;
