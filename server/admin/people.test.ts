import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fromNow } from '#server/clock/clock.ts';
import { createItemWithPhoto } from '#server/testing/backups.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { kit } from '#shared/endpoints.ts';
import { matchesSearch, searchWords } from './matches-search.ts';

const server = await startTestServer();
after(server.stop);
const root = await server.signUp();
await server.running.accounts.setUserType(root.email, 'admin');

test('an admin sees the name, address, last use and amount of data of a user, but not the data', async () => {
  const ada = await server.signUp({ first_name: 'Augusta', last_name: 'Secretly' });
  const photo = await createItemWithPhoto(ada);
  await ada.call(testItems.create, { body: { text: 'my diary' } });
  const [file] = await server.rowsOf(ada.user.id, ['files']);
  const response = await root.request(kit.listPeople, { query: { search: 'augusta' } });
  const text = await response.text();
  const [person] = JSON.parse(text).people;
  const { created_at, last_seen_at, ...rest } = person;
  assert.ok(last_seen_at >= created_at);
  assert.deepEqual(rest, {
    ...ada.user,
    confirmed: true,
    counts: { items: 2 },
    storage_bytes: (file as { size_bytes: number }).size_bytes,
  });
  assert.doesNotMatch(text, new RegExp(`diary|${photo.photo_path}|argon2`));
});

test('an admin cannot read the items and photos of users', async () => {
  const ada = await server.signUp();
  const { photo_path } = await createItemWithPhoto(ada);
  for (const endpoint of [kit.readFile, kit.signFile, kit.deleteFile])
    assert.equal((await root.error(endpoint, { params: { path: photo_path } })).status, 404);
  assert.deepEqual((await root.call(testItems.list)).items, []);
});

test('the list has pages, newest first, and shows every user once', async () => {
  const newest = await Promise.all(Array.from({ length: 60 }, () => server.signUp()));
  const pages = await allPages({});
  assert.ok(pages.length >= 3);
  assert.ok(pages.slice(0, -1).every((page) => page.length === 25));
  const people = pages.flat();
  assert.equal(new Set(people.map(({ id }) => id)).size, people.length);
  assert.equal(people.length, await server.count('users'));
  const times = people.map(({ created_at }) => created_at);
  assert.deepEqual(times, [...times].sort().reverse());
  for (const { user } of newest) assert.ok(people.some(({ id }) => id === user.id));
});

test('a search finds parts of names and addresses, without case and accents', async () => {
  const zoe = await server.signUp({ first_name: 'Zoë', last_name: '東京 Ångström' });
  for (const search of ['zoe', 'ZOË', 'angstrom zo', '東京', 'trom', zoe.email, zoe.email.slice(2)])
    assert.deepEqual(await found({ search }), [zoe.email], search);
  assert.deepEqual(await found({ search: 'zoe nobody' }), []);
  assert.deepEqual(await found({ search: '%' }), []);
  assert.deepEqual(await found({ search: zoe.email, status: 'admin' }), []);
});

test('unconfirmed sign-ups are listed once, and not if their address has an account', async () => {
  const waiting = await server.register({ first_name: 'Waiting' });
  await server.register({ ...waiting, password: 'another password', last_name: 'Later' });
  const known = await server.signUp({ first_name: 'Waiting' });
  await server.register({ email: known.email, first_name: 'Waiting' });
  const { people } = await root.call(kit.listPeople, {
    query: { search: 'waiting', status: 'pending' },
  });
  assert.deepEqual(
    people.map(({ email, last_name, confirmed, last_seen_at }) => [
      email,
      last_name,
      confirmed,
      last_seen_at,
    ]),
    [[waiting.email, waiting.last_name, false, null]],
  );
  assert.deepEqual(
    (await found({ search: 'waiting' })).sort(),
    [known.email, waiting.email].sort(),
  );
  assert.deepEqual(await found({ search: 'waiting', status: 'confirmed' }), [known.email]);
});

test('resending to an address with several sign-ups sends no link: the listed one may belong to a stranger', async () => {
  const stranger = await server.register();
  await server.register({ email: stranger.email });
  await server.waitForMail();
  const { people } = await root.call(kit.listPeople, { query: { search: stranger.email } });
  assert.equal(people.length, 1);
  await root.call(kit.resendToPerson, { params: { id: people[0]?.id ?? '' } });
  const { subject, text } = await server.emailTo(stranger.email);
  assert.match(subject, /Which .* sign-up is yours/);
  assert.doesNotMatch(text, /access_token/);
});

test('hostile queries get 400 with a message, or find no user', async () => {
  for (const [query, field] of [
    [{ search: 'x'.repeat(101) }, 'search'],
    [{ search: 'a\u0000b' }, 'search'],
    [{ status: 'everything' }, 'status'],
    [{ before: 'yesterday' }, 'before'],
    [{ before: "2026~1' or '1'='1" }, 'before'],
  ] as const) {
    const { status, fields } = await root.error(kit.listPeople, { query: { ...query } });
    assert.deepEqual([status, Object.keys(fields ?? {})], [400, [field]], JSON.stringify(query));
  }
  assert.deepEqual(await found({ search: "' or 1=1 --" }), []);
  assert.equal((await root.error(kit.listAudit, { query: { before: 'x' } })).status, 400);
});

test('a user counts as active once per day, and each sign-up on its day', async (t) => {
  // Otherwise midnight could pass between two steps.
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  const { activity } = server.running;
  const today = fromNow({}).slice(0, 10);
  const before = (await root.call(kit.listActivity)).days.at(-1);
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  for (const person of [ada, bob, ada]) await person.call(kit.me);
  await activity.store();
  await ada.call(kit.me);
  await activity.store();
  const { days } = await root.call(kit.listActivity);
  assert.equal(days.length, 30);
  assert.equal(days.at(-1)?.day, today);
  assert.equal(days.at(-1)?.sign_ups, (before?.sign_ups ?? 0) + 2);
  const rows = await server.everyRow('last_seen');
  const seenToday = rows.filter(({ seen_at }) => seen_at.startsWith(today)).length;
  assert.equal(days.at(-1)?.active, seenToday);

  await server.query
    .updateTable('last_seen')
    .set({ seen_at: fromNow({ days: -1 }) })
    .where('user_id', '=', bob.user.id)
    .execute();
  await bob.call(kit.me);
  await activity.store();
  assert.equal((await root.call(kit.listActivity)).days.at(-1)?.active, seenToday + 1);
});

test('search words are compared without case, accents and compatibility forms', () => {
  const person = { first_name: 'Ａda', last_name: 'Müller', email: 'ada@example.com' };
  assert.deepEqual(searchWords('  Ada  MÜLL '), ['ada', 'mull']);
  assert.ok(matchesSearch(searchWords('ada muller'), person));
  assert.ok(!matchesSearch(searchWords('ada smith'), person));
  assert.ok(matchesSearch(searchWords('strassmann'), { ...person, last_name: 'Straßmann' }));
});

async function allPages(query: Record<string, string>) {
  const lists: { id: string; created_at: string }[][] = [];
  for (let before: string | null | undefined; before !== null; ) {
    const page = await root.call(kit.listPeople, {
      query: { ...query, ...(before && { before }) },
    });
    lists.push(page.people);
    before = page.next;
  }
  return lists;
}

async function found(query: Record<string, string>) {
  return (await root.call(kit.listPeople, { query })).people.map(({ email }) => email);
}
