import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { linkIn, newPerson, startProductionServer } from '#server/testing/harness.ts';
import { createMemoryLog } from '#server/testing/memory-log.ts';
import { kit } from '#shared/endpoints.ts';

// A stranger signs up with somebody else's address, before or after its owner. With the limits of production.
const { log, lines } = createMemoryLog();
const server = await startProductionServer({ env: { TRUST_PROXY: '1' }, log });
after(server.stop);

test('a stranger who signs up before the owner and twelve times after does not invalidate the owner’s link', async () => {
  const owner = newPerson();
  const first = await signUp(from(1), { email: owner.email });
  await server.waitForMail();
  await signUp(from(2), owner);
  const link = linkIn(await server.emailTo(owner.email));
  for (let number = 1; number <= 12; number++) await signUp(from(1), { email: owner.email });
  await server.waitForMail();

  assert.equal(await confirm(link.access_token), 200);
  await server.call(kit.login, { headers: from(2), body: owner });
  assert.equal((await server.error(kit.login, { headers: from(1), body: first })).status, 401);
});

test('resending with the password sends the link of that sign-up, even after sign-ups of strangers', async () => {
  const owner = newPerson();
  await signUp(from(3), { email: owner.email });
  await signUp(from(4), owner);
  for (let number = 1; number <= 12; number++) await signUp(from(3), { email: owner.email });
  await server.waitForMail();
  const before = (await server.emailsTo(owner.email)).length;

  const { email, password } = owner;
  await server.call(kit.resendConfirmation, { headers: from(4), body: { email, password } });
  const emails = await server.emailsTo(email);
  assert.equal(emails.length, before + 1);
  assert.equal(await confirm(linkIn(emails.at(-1) ?? { text: '' }).access_token), 200);
  await server.call(kit.login, { headers: from(4), body: owner });
});

test('strangers in several networks cannot prevent the confirmation of an owner in another one', async () => {
  const owner = newPerson();
  for (let number = 0; number < 30; number++)
    await signUp(from(10 + (number % 5)), { email: owner.email });
  await server.waitForMail();
  await signUp(from(5), owner);
  assert.equal(await confirm(linkIn(await server.emailTo(owner.email)).access_token), 200);
  await server.call(kit.login, { headers: from(5), body: owner });
});

test('twelve identical sign-ups at once send one email', async () => {
  const person = newPerson();
  await Promise.all(
    Array.from({ length: 12 }, () => server.call(kit.register, { headers: from(6), body: person })),
  );
  assert.equal((await server.emailsTo(person.email)).length, 1);
  assert.equal(await confirm(linkIn(await server.emailTo(person.email)).access_token), 200);
  await server.call(kit.login, { headers: from(6), body: person });
});

test('a password in a request to resend is neither stored nor logged', async () => {
  const { email, password } = await signUp(from(7));
  await server.call(kit.resendConfirmation, { headers: from(7), body: { email, password } });
  await server.call(kit.resendConfirmation, {
    headers: from(7),
    body: { email, password: 'another secret' },
  });
  const rows = [await server.everyRow('outbox'), await server.everyRow('pending_registrations')];
  for (const text of [JSON.stringify(rows), lines.join('')])
    for (const secret of [password, 'another secret']) assert.ok(!text.includes(secret));
});

async function signUp(
  headers: Record<string, string>,
  overrides: Partial<ReturnType<typeof newPerson>> = {},
) {
  const body = { ...newPerson(), ...overrides };
  await server.call(kit.register, { headers, body });
  return body;
}

async function confirm(access_token: string) {
  const { status } = await server.send(kit.confirm, { body: { access_token, type: 'signup' } });
  return status;
}

function from(network: number) {
  return { 'X-Forwarded-For': `203.0.113.${network}` };
}
