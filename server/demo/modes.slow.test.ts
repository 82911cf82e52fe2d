import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Database } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import {
  assertOneLine,
  createServerCopy,
  onSqlite,
  productionSettings,
  signIn,
} from '#server/testing/server-copy.ts';
import { freePort } from '#tests/support/free-port.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { demoAccounts } from './content.ts';

const copy = await createServerCopy();
after(copy.remove);

test('production in the folder of a demo has no demo accounts', async () => {
  const port = String(await freePort());
  await copy.startAndStop({ PORT: port, ...onSqlite }, /Mailbox/);
  const server = copy.start({ ...productionSettings, PORT: port, ...onSqlite });
  await server.prints(/listening/);
  for (const account of demoAccounts) assert.equal(await signIn(port, account), 401);
  server.process.kill('SIGTERM');
  await server.ended;
});

test('production does not start on a database with demo accounts until the suggested command has removed them', async (t) => {
  const { settings, open } = await copy.createDatabase(t);
  await copy.startAndStop({ ...settings, PORT: '0' }, /Mailbox/);
  const attempt = await copy.start({ ...productionSettings, ...settings, PORT: '0' }).ended;
  assertOneLine(
    attempt,
    /demo accounts.* admin@app\.example.* npm run admin -- delete-demo-accounts$/m,
  );

  const removal = await copy.run(['scripts/operate/admin.ts', 'delete-demo-accounts'], {
    ...productionSettings,
    ...settings,
  }).ended;
  assert.equal(removal.code, 0, removal.output);
  assert.match(removal.output, /^Deleted admin@app\.example and demo@app\.example/);
  const server = copy.start({ ...productionSettings, ...settings, PORT: '0' });
  await server.prints(/listening/);
  const database = await open();
  t.after(database.close);
  for (const table of ['users', 'items', 'sessions', 'files', 'outbox'] as const)
    assert.equal(await count(database, table), 0, table);
  await waitFor('the photos are gone', async () => {
    const photos = await readdir(join(settings.DATA_DIR, 'files'));
    return photos.length === 0;
  });
  server.process.kill('SIGTERM');
  await server.ended;
});

test('a public demo has no admin, not even one that was seeded before', async (t) => {
  const { settings, open } = await copy.createDatabase(t);
  const publicDemo = { ...settings, PUBLIC_DEMO: 'true', PUBLIC_URL: 'https://app.example' };
  await copy.startAndStop({ ...settings, PORT: '0' }, /Mailbox/);
  const attempt = await copy.start({ ...publicDemo, PORT: '0' }).ended;
  assertOneLine(
    attempt,
    /demo accounts.* admin@app\.example\. .*npm run admin -- delete-demo-accounts$/m,
  );
  await copy.run(['scripts/operate/admin.ts', 'delete-demo-accounts'], publicDemo).ended;

  const welcome = await copy.startAndStop({ ...publicDemo, PORT: '0' }, /Emails: .*\n/);
  assert.match(welcome, /https:\/\/app\.example\n/);
  assert.match(welcome, /Each visitor .*:\n +demo@app\.example/);
  assert.match(welcome, /sign-up is closed/);
  assert.doesNotMatch(welcome, /admin|\/dev\/mailbox|\/api\/docs/);
  const database = await open();
  assert.equal(await count(database, 'users'), 0);
  await database.close();
});

test('two processes that start at the same time on one database seed it once', async (t) => {
  const { settings, open } = await copy.createDatabase(t);
  const database = await open();
  t.after(database.close);
  const servers = [1, 2].map(() => copy.start({ ...settings, PORT: '0' }));
  await Promise.all(servers.map((server) => server.prints(/Mailbox/)));
  for (const [table, expected] of [
    ['users', demoAccounts.length],
    ['demo_accounts', demoAccounts.length],
    ['items', demoAccounts.length],
  ] as const)
    assert.equal(await count(database, table), expected, table);
  for (const server of servers) server.process.kill('SIGTERM');
  for (const server of servers) assert.equal((await server.ended).code, 0);
});

async function count({ query }: Database, table: keyof Schema) {
  return (await query.selectFrom(table).selectAll().execute()).length;
}
