import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { waitFor } from '#tooling/wait-for.ts';
import { readConfig } from './config.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open-database.ts';
import type { Schema } from './database/schema.ts';
import { demoAccounts } from './demo/content.ts';
import { items } from './testing/items/feature.ts';
import { createTestDatabase } from './testing/test-database.ts';

// A copy with a site of its own, so that the start needs no build and reads no .env of this folder. Its path has
// what a URL would escape.
const root = join(import.meta.dirname, '..');
const kit = await mkdtemp(join(tmpdir(), 'trifold töst #1 100% %20-'));
for (const part of ['server', 'shared', 'features', 'scripts', 'app.config.ts', 'package.json'])
  await cp(join(root, part), join(kit, part), { recursive: true });
await symlink(join(root, 'node_modules'), join(kit, 'node_modules'), 'junction');
await mkdir(join(kit, 'dist'));
await writeFile(join(kit, 'dist', '404.html'), 'Nothing here');
const production = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://app.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
};
// SQLite whatever the tests run on: what the folder holds is the question.
const unshared = { DATABASE_URL: '' };
const database = await createTestDatabase();
after(async () => {
  await database.drop();
  await rm(kit, { recursive: true });
});

test('the demo prints its address, accounts and mailbox, serves them, and ends with 0 on SIGTERM', async () => {
  const port = await freePort();
  const server = start({ PORT: String(port) });
  const welcome = await server.prints(/Mailbox: .*/);
  for (const { email, password } of demoAccounts)
    assert.ok(welcome.includes(email) && welcome.includes(password));
  assert.ok(welcome.includes(`http://localhost:${port}/dev/mailbox`));
  assert.equal(await signIn(port, demoAccounts[0]), 200);
  assert.equal((await fetch(`http://127.0.0.1:${port}/dev/mailbox`)).status, 200);
  const page = await fetch(`http://127.0.0.1:${port}/nowhere`);
  assert.deepEqual([page.status, await page.text()], [404, 'Nothing here']);
  server.process.kill('SIGTERM');
  assert.equal((await server.ended).code, 0);
});

test('a signal that arrives again does not end the server before the request in flight is answered', async (t) => {
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) {
    const { settings } = await ownDatabase(t);
    const port = await freePort();
    const server = start({ ...settings, PORT: String(port) });
    await server.prints(/Mailbox/);
    const body = JSON.stringify(demoAccounts[0]);
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nExpect: 100-continue\r\n\r\n`,
    );
    // The interim response shows that the request was accepted.
    await once(socket, 'data');
    server.process.kill(signal);
    await wait(20);
    server.process.kill(signal);
    await wait(20);
    socket.write(body);
    assert.match(await text(socket), /^HTTP\/1\.1 200 /, signal);
    assert.equal((await server.ended).code, 0, signal);
  }
});

test('production starts without demo accounts and logs one JSON line', async () => {
  const server = start({
    ...production,
    PORT: '0',
    DATA_DIR: join(kit, 'production'),
    ...unshared,
  });
  const line = JSON.parse(await server.prints(/listening.*/));
  assert.equal(line.msg, 'listening');
  server.process.kill('SIGTERM');
  const { code, output } = await server.ended;
  assert.equal(code, 0);
  assert.doesNotMatch(output, /demo/);
});

test('production in the folder where the demo ran knows none of its accounts', async () => {
  const port = String(await freePort());
  await startAndStop({ PORT: port, ...unshared }, /Mailbox/);
  const server = start({ ...production, PORT: port, ...unshared });
  await server.prints(/listening/);
  for (const account of demoAccounts) assert.equal(await signIn(port, account), 401);
  server.process.kill('SIGTERM');
  await server.ended;
});

test('production does not start on a database with demo accounts, until the command it names removed them', async (t) => {
  const { settings, open } = await ownDatabase(t);
  await startAndStop({ ...settings, PORT: '0' }, /Mailbox/);
  const attempt = await start({ ...production, ...settings, PORT: '0' }).ended;
  isOneLine(attempt, /demo accounts.* admin@trifold\.example.* npm run demo:remove$/m);

  const removal = await run(['scripts/remove-demo.ts'], { ...production, ...settings }).ended;
  assert.equal(removal.code, 0, removal.output);
  assert.match(removal.output, /^Removed admin@trifold\.example and demo@trifold\.example/);
  const server = start({ ...production, ...settings, PORT: '0' });
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

test('a public demo has no admin, not even one that was seeded before it was public', async (t) => {
  const { settings, open } = await ownDatabase(t);
  const publicDemo = { ...settings, PUBLIC_DEMO: 'true', PUBLIC_URL: 'https://app.example' };
  await startAndStop({ ...settings, PORT: '0' }, /Mailbox/);
  const attempt = await start({ ...publicDemo, PORT: '0' }).ended;
  isOneLine(attempt, /demo accounts.* admin@trifold\.example\. .*npm run demo:remove$/m);
  await run(['scripts/remove-demo.ts'], publicDemo).ended;

  const welcome = await startAndStop({ ...publicDemo, PORT: '0' }, /Emails: .*\n/);
  assert.match(welcome, /https:\/\/app\.example\n/);
  assert.match(welcome, /user +demo@trifold\.example/);
  assert.match(welcome, /sign-up is closed/);
  assert.doesNotMatch(welcome, /admin|\/dev\/mailbox|\/api\/docs/);
  const database = await open();
  const users = await database.query.selectFrom('users').select('user_type').execute();
  assert.deepEqual(
    users.map(({ user_type }) => user_type),
    ['user'],
  );
  await database.close();
});

test('two processes that start at once on one database seed it once', async (t) => {
  const { settings, open } = await ownDatabase(t);
  const database = await open();
  t.after(database.close);
  const servers = [1, 2].map(() => start({ ...settings, PORT: '0' }));
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

test('a folder in which Vite cannot build stops the start with one line that names the character', async () => {
  isOneLine(await run(['scripts/run.mjs', '--site', 'server/main.ts'], {}).ended, /contains #: /);
  isOneLine(await run(['scripts/run.mjs', 'scripts/dev.ts'], {}).ended, /contains #: /);
});

test('a wrong setting in .env stops the start with one line that names it', async (t) => {
  t.after(() => rm(join(kit, '.env')));
  await writeFile(join(kit, '.env'), 'TRUST_PROXY=perhaps\n');
  isOneLine(await start({ PORT: '0' }).ended, /TRUST_PROXY/);
});

test('an endpoint that no feature handles stops the start with one line that names it', async (t) => {
  const file = join(kit, 'features', 'contract.ts');
  const source = await readFile(file, 'utf8');
  t.after(() => writeFile(file, source));
  const endpoint =
    "{ method: 'GET', path: '/api/lost', access: 'public', summary: '', response: 'document' }";
  await writeFile(file, `${source.replace('// One line per feature.', `lost: ${endpoint},`)}`);
  isOneLine(
    await run(['server/main.ts'], { PORT: '0' }).ended,
    /^GET \/api\/lost has no handler: .*features\/server\.ts\.$/m,
  );
});

test('a port in use and an address that is not this machine’s stop the start with one line each', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  t.after(() => taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  isOneLine(await start({ PORT: String(port) }).ended, /^PORT: .* already in use/);
  isOneLine(await start({ PORT: '0', HOST: '203.0.113.1' }).ended, /^HOST: .*203\.0\.113\.1/);
});

function isOneLine({ code, output }: { code: number; output: string }, names: RegExp) {
  assert.match(output, names);
  assert.match(output, /^[^\n]+\n$/);
  assert.doesNotMatch(output, /secret/);
  assert.equal(code, 1);
}

/** A database that no other test uses, with the settings that lead to it. */
async function ownDatabase(t: TestContext) {
  const { url, drop } = await createTestDatabase();
  t.after(drop);
  const DATA_DIR = await mkdtemp(join(kit, 'data-'));
  const settings = { DATA_DIR, DATABASE_URL: url ?? '' };
  return { settings, open: () => openDatabase(readConfig(settings), [items]) };
}

async function count({ query }: Database, table: keyof Schema) {
  return (await query.selectFrom(table).selectAll().execute()).length;
}

async function signIn(port: number | string, account: (typeof demoAccounts)[number] | undefined) {
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  });
  await response.text();
  return response.status;
}

async function startAndStop(env: NodeJS.ProcessEnv, expected: RegExp) {
  const server = start(env);
  const printed = await server.prints(expected);
  server.process.kill('SIGTERM');
  assert.equal((await server.ended).code, 0);
  return printed;
}

function start(env: NodeJS.ProcessEnv) {
  return run(['server/testing/main.ts'], env);
}

function run(args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, args, {
    cwd: kit,
    env: { PATH: process.env.PATH, DATABASE_URL: database.url, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    printed += chunk;
  });
  const errors = text(child.stderr);
  return {
    process: child,
    async prints(expected: RegExp) {
      while (!expected.test(printed)) await Promise.race([once(child.stdout, 'data'), failed()]);
      return printed;
    },
    ended: once(child, 'close').then(async ([code]) => ({
      code,
      output: printed + (await errors),
    })),
  };

  async function failed() {
    const [code] = await once(child, 'close');
    assert.fail(`ended with ${code}: ${await errors}`);
  }
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
