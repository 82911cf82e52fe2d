import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fromNow } from '#server/clock/clock.ts';
import { linkIn, newPerson, startTestServer } from '#server/testing/harness.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages } from '#shared/messages.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const server = await startTestServer();
after(server.stop);

test('signing in with the password of a registration does not reveal whether its address has an account', async () => {
  const owner = await server.signUp();
  const free = newPerson();
  const taken = { ...newPerson(), email: owner.email };
  const responses = [];
  for (const { email, password, ...names } of [free, taken]) {
    await server.call(kit.register, { body: { email, password, ...names } });
    const right = await server.error(kit.login, { body: { email, password } });
    const wrong = await server.error(kit.login, { body: { email, password: 'not it' } });
    responses.push([right.status, right.error, wrong.status, wrong.error]);
  }
  assert.deepEqual(responses[1], responses[0]);
  assert.deepEqual(responses[0], [
    403,
    apiMessages.emailNotConfirmed,
    401,
    apiMessages.invalidCredentials,
  ]);
  await owner.call(kit.me);
  await server.call(kit.login, { body: { email: owner.email, password: owner.password } });
});

test('the email of a registration for an address with an account has no confirmation link', async () => {
  const owner = await server.signUp();
  await server.register({ email: owner.email });
  await server.call(kit.resendConfirmation, { body: { email: owner.email } });
  const emails = await server.emailsTo(owner.email);
  assert.ok(emails.length > 0);
  for (const { subject, text } of emails) {
    assert.match(subject, /already have/);
    assert.doesNotMatch(text, /access_token/);
  }
});

test('of several registrations of one address, the confirmed one becomes the account and the others are deleted', async () => {
  const first = await server.register();
  const firstLink = linkIn(await server.emailTo(first.email));
  const second = await server.register({ email: first.email, first_name: 'Second' });
  const secondLink = linkIn(await server.emailTo(first.email));

  await confirm(secondLink.access_token);
  const { user } = await server.call(kit.login, { body: second });
  assert.equal(user.first_name, 'Second');
  const failed = await server.error(kit.confirm, {
    body: { access_token: firstLink.access_token, type: 'signup' },
  });
  assert.equal(failed.status, 400);
  assert.equal((await server.error(kit.login, { body: first })).status, 401);
  assert.equal((await pendingOf(first.email)).length, 0);
});

test('with several sign-ups for an address, resending a confirmation needs the password of one of them', async () => {
  for (const ownerIsFirst of [true, false]) {
    const owner = newPerson();
    const stranger = { ...newPerson(), email: owner.email };
    for (const body of ownerIsFirst ? [owner, stranger] : [stranger, owner])
      await server.call(kit.register, { body });
    const { email, password } = owner;
    await server.waitForMail();
    for (const endpoint of [kit.resendConfirmation, kit.resetPassword]) {
      await server.call(endpoint, { body: { email } });
      const question = await server.emailTo(email);
      assert.match(question.subject, /Which .* sign-up is yours/);
      assert.doesNotMatch(question.text, /access_token/);
    }

    const before = (await server.emailsTo(email)).length;
    const wrong = { email, password: 'of no sign-up' };
    assert.deepEqual(await server.call(kit.resendConfirmation, { body: wrong }), {});
    assert.equal((await server.emailsTo(email)).length, before);

    assert.deepEqual(await server.call(kit.resendConfirmation, { body: { email, password } }), {});
    await confirm(linkIn(await server.emailTo(email)).access_token);
    await server.call(kit.login, { body: owner });
    assert.equal((await server.error(kit.login, { body: stranger })).status, 401);
  }
});

test('the emails say that an address has several sign-ups, from the second on', async () => {
  const first = await server.register();
  const alone = await server.emailTo(first.email);
  await server.register({ email: first.email });
  const second = await server.emailTo(first.email);
  assert.doesNotMatch(alone.text, /Other sign-ups/);
  assert.match(second.text, /Other sign-ups .* each with its own password/);
});

test('a sign-up that is repeated after a while resends its email', async () => {
  const person = await server.register();
  await server.emailTo(person.email);
  await server.call(kit.register, { body: { ...person, first_name: 'Corrected' } });
  assert.equal((await server.emailsTo(person.email)).length, 1);
  // Even if the clock has been set back since.
  for (const [number, amount] of [{ minutes: -2 }, { days: 365 }].entries()) {
    await age(person.email, amount);
    await server.call(kit.register, { body: person });
    assert.equal((await server.emailsTo(person.email)).length, number + 2);
    assert.ok(
      Math.abs(Date.parse((await pendingOf(person.email))[0]?.created_at ?? '') - Date.now()) <
        60_000,
    );
  }
  assert.equal((await pendingOf(person.email)).length, 1);
});

test('a repeated sign-up replaces the names', async () => {
  const person = await server.register();
  await server.call(kit.register, { body: { ...person, first_name: 'Corrected' } });
  await confirm(linkIn(await server.emailTo(person.email)).access_token);
  assert.equal((await server.call(kit.login, { body: person })).user.first_name, 'Corrected');
});

test('a sign-up does not replace the queued email of another sign-up with the same address', async (t) => {
  const idle = await startTestServer({ mailEveryMs: 60 * 60 * 1000 });
  t.after(idle.stop);
  const victim = await idle.register();
  await idle.register({ email: victim.email });
  await idle.call(kit.register, { body: victim });
  await idle.call(kit.resendConfirmation, { body: { email: victim.email } });
  const waiting = (await idle.everyRow('outbox')).map(({ registration_id }) => registration_id);
  const registrations = (await idle.everyRow('pending_registrations')).map(({ id }) => id);
  assert.equal(registrations.length, 2);
  assert.deepEqual(new Set(waiting), new Set([...registrations, null]));
  assert.equal(waiting.length, 3);
});

test('the links of several emails of one registration all work', async () => {
  const person = await server.register();
  const first = linkIn(await server.emailTo(person.email));
  await server.call(kit.resendConfirmation, { body: { email: person.email } });
  const second = linkIn(await server.emailTo(person.email));
  assert.notEqual(first.access_token, second.access_token);
  await confirm(first.access_token);
  await confirm(second.access_token);
  await server.call(kit.login, { body: person });
});

test('opening several links of one address at once creates one account', async () => {
  const { email } = await server.register();
  const links = [linkIn(await server.emailTo(email))];
  for (let number = 1; number <= 3; number++) {
    await server.register({ email });
    links.push(linkIn(await server.emailTo(email)));
  }
  const outcomes = await Promise.all(
    [...links, ...links].map(({ access_token }) =>
      server.send(kit.confirm, { body: { access_token, type: 'signup' } }),
    ),
  );
  const statuses = outcomes.map(({ status }) => status).sort();
  assert.deepEqual(statuses, [200, 200, 400, 400, 400, 400, 400, 400]);
  const accounts = (await server.everyRow('users')).filter((user) => user.email === email);
  assert.equal(accounts.length, 1);
  assert.equal((await pendingOf(email)).length, 0);
});

test('a password reset for an unconfirmed registration resends its confirmation', async () => {
  const person = await server.register();
  await server.waitForMail();
  await server.call(kit.resetPassword, { body: { email: person.email } });
  const emails = await server.emailsTo(person.email);
  assert.equal(emails.length, 2);
  const { url, access_token } = linkIn(emails[1] ?? { text: '' });
  assert.equal(url.pathname, '/confirm');
  await confirm(access_token);
  await server.call(kit.login, { body: person });
});

test('no sign-up removes another one for the same address, whether or not the address has an account', async () => {
  const owner = await server.signUp();
  for (const email of [newPerson().email, owner.email]) {
    const first = await server.register({ email });
    for (let number = 1; number <= 12; number++) await server.register({ email });
    await server.waitForMail();
    assert.equal((await server.error(kit.login, { body: first })).status, 403);
    assert.equal((await pendingOf(email)).length, 13);
  }
});

test('an unconfirmed registration is deleted after a week, and its link then fails', async () => {
  const [forgotten, waiting] = [await server.register(), await server.register()];
  const { access_token } = linkIn(await server.emailTo(forgotten.email));
  await age(forgotten.email, { days: -7 });
  await age(waiting.email, { days: -6 });
  await server.restart();
  await waitFor('it is swept', async () => (await pendingOf(forgotten.email)).length === 0);
  assert.equal((await pendingOf(waiting.email)).length, 1);
  const body = { access_token, type: 'signup' };
  assert.equal((await server.error(kit.confirm, { body })).status, 400);
  assert.equal((await server.error(kit.login, { body: forgotten })).status, 401);
  assert.equal((await server.error(kit.login, { body: waiting })).status, 403);
});

test('pending registrations are deleted with the account', async () => {
  const owner = await server.signUp();
  const stranger = await server.register({ email: owner.email });
  await owner.call(kit.deleteAccount, { body: { password: owner.password } });
  assert.equal((await pendingOf(owner.email)).length, 0);
  assert.equal((await server.error(kit.login, { body: stranger })).status, 401);
});

async function confirm(access_token: string) {
  const { message } = await server.call(kit.confirm, { body: { access_token, type: 'signup' } });
  assert.equal(message, apiMessages.confirmed);
}

async function pendingOf(email: string) {
  return (await server.everyRow('pending_registrations')).filter((row) => row.email === email);
}

async function age(email: string, amount: Parameters<typeof fromNow>[0]) {
  await server.query
    .updateTable('pending_registrations')
    .set({ created_at: fromNow(amount) })
    .where('email', '=', email)
    .execute();
}
