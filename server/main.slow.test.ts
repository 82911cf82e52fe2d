import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#tests/support/free-port.ts';
import { demoAccounts } from './demo/content.ts';
import {
  assertOneLine,
  createServerCopy,
  onSqlite,
  productionSettings,
  signIn,
} from './testing/server-copy.ts';

const copy = await createServerCopy();
after(copy.remove);

test('the demo prints its address, accounts and mailbox, serves them, and exits with 0 on SIGTERM', async () => {
  const port = await freePort();
  const server = copy.start({ PORT: String(port) });
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

test('a second signal does not end the server before the request in flight has its response', async (t) => {
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGTERM'] as const) {
    const { settings } = await copy.createDatabase(t);
    const port = await freePort();
    const server = copy.start({ ...settings, PORT: String(port) });
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
  const server = copy.start({
    ...productionSettings,
    PORT: '0',
    DATA_DIR: join(copy.folder, 'production'),
    ...onSqlite,
  });
  const line = JSON.parse(await server.prints(/listening.*/));
  assert.equal(line.msg, 'listening');
  server.process.kill('SIGTERM');
  const { code, output } = await server.ended;
  assert.equal(code, 0);
  assert.doesNotMatch(output, /demo/);
});

test('a folder in which Vite cannot build stops the start with one line that names the character', async () => {
  assertOneLine(
    await copy.run(['scripts/run.mjs', '--site', '--server', 'dist-server/main.js'], {}).ended,
    /contains #: /,
  );
  assertOneLine(
    await copy.run(['scripts/run.mjs', 'scripts/dev/dev.ts'], {}).ended,
    /contains #: /,
  );
});

test('an invalid setting in .env stops the start with one line that names it', async (t) => {
  t.after(() => rm(join(copy.folder, '.env')));
  await writeFile(join(copy.folder, '.env'), 'TRUST_PROXY=perhaps\n');
  assertOneLine(await copy.start({ PORT: '0' }).ended, /TRUST_PROXY/);
});

test('production reports each missing and each misspelt setting on its own line', async () => {
  const { code, output } = await copy.start({ NODE_ENV: 'production', SMTP_ULR: 'smtp://secret' })
    .ended;
  assert.equal(code, 1);
  assert.deepEqual(output.trimEnd().split('\n'), [
    'Setting: SMTP_URL is not set.',
    'Setting: PUBLIC_URL is not set.',
    'Setting: SMTP_ULR is not a setting, but SMTP_URL is: correct the name or remove it.',
  ]);
});

test('a binary .env stops the start, and a byte order mark hides no setting', async (t) => {
  const file = join(copy.folder, '.env');
  t.after(() => rm(file));
  await writeFile(file, '\uFEFFNODE_ENV=production\n');
  const PUBLIC_URL = 'https://app.example';
  assertOneLine(await copy.start({ PUBLIC_URL, PORT: '0' }).ended, /SMTP_URL is not set/);
  await writeFile(file, Buffer.from('NODE_ENV=production\n', 'utf16le'));
  assertOneLine(await copy.start({ PORT: '0' }).ended, /\.env must be UTF-8 text/);
});

test('an endpoint that no feature handles stops the start with one line that names it', async (t) => {
  const file = join(copy.folder, 'features', 'endpoints.ts');
  const source = await readFile(file, 'utf8');
  t.after(() => writeFile(file, source));
  const endpoint =
    "{ method: 'GET', path: '/api/lost', access: 'public', summary: '', response: 'document' }";
  await writeFile(file, `${source.replace('// One line per feature.', `lost: ${endpoint},`)}`);
  assertOneLine(
    await copy.run(['server/main.ts'], { PORT: '0' }).ended,
    /^GET \/api\/lost has no handler: .*features\/server\.ts\.$/m,
  );
});

test('a feature whose endpoints are not in the contract stops the start with one line that names it', async (t) => {
  const file = join(copy.folder, 'server', 'testing', 'alone.ts');
  t.after(() => rm(file));
  await writeFile(
    file,
    `import { runServer } from '../process/run-server.ts';
    import { testItemsServer } from './items/feature.ts';
    await runServer([testItemsServer], {});`,
  );
  assertOneLine(
    await copy.run(['server/testing/alone.ts'], { PORT: '0' }).ended,
    /'items' are not in the contract: .*features\/contract\.ts, .*features\/endpoints\.ts\.$/m,
  );
});

test('two features with the same name stop the start with one line that names it', async (t) => {
  const file = join(copy.folder, 'server', 'testing', 'twice.ts');
  t.after(() => rm(file));
  await writeFile(
    file,
    `import { runServer } from '../process/run-server.ts';
    import { testItemsServer } from './items/feature.ts';
    await runServer([testItemsServer, ${"{ ...testItemsServer, ...JSON.parse(process.env.CHANGES ?? '{}') }"}], testItemsServer.endpoints);`,
  );
  const changes = [
    [{}, /the same feature 'items'/],
    [{ name: 'kit' }, /the same feature 'kit'/],
    [{ name: 'others' }, /the same endpoint 'listItems'/],
    [{ name: 'others', endpoints: {} }, /the same table 'items'/],
    [
      { name: 'others', endpoints: {}, tables: [], counts: { users: 'items' } },
      /the same count 'users'/,
    ],
  ] as const;
  for (const [change, message] of changes) {
    const env = { PORT: '0', CHANGES: JSON.stringify(change) };
    assertOneLine(await copy.run(['server/testing/twice.ts'], env).ended, message);
  }
});

test('a port in use and an address of another machine stop the start with one line each', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1');
  t.after(() => taken.close());
  await once(taken, 'listening');
  const { port } = taken.address() as { port: number };
  assertOneLine(await copy.start({ PORT: String(port) }).ended, /^PORT: .* already in use/);
  assertOneLine(
    await copy.start({ PORT: '0', HOST: '203.0.113.1' }).ended,
    /^HOST: .*203\.0\.113\.1/,
  );
});
