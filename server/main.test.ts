import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { demoAccounts } from './demo/content.ts';
import { createTestDatabase } from './testing/test-database.ts';

// A copy with a site of its own, so that the start needs no build and reads no .env of this folder.
const root = fileURLToPath(new URL('..', import.meta.url));
const kit = await mkdtemp(join(tmpdir(), 'trifold-test-'));
for (const part of ['server', 'shared', 'app.config.ts', 'package.json'])
  await cp(join(root, part), join(kit, part), { recursive: true });
await symlink(join(root, 'node_modules'), join(kit, 'node_modules'), 'junction');
await mkdir(join(kit, 'dist'));
await writeFile(join(kit, 'dist', '404.html'), 'Nothing here');
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
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(demoAccounts[0]),
  });
  assert.equal(response.status, 200);
  await response.text();
  server.process.kill('SIGTERM');
  assert.equal((await server.ended).code, 0);
});

test('production starts without demo accounts and logs one JSON line', async () => {
  const server = start({
    NODE_ENV: 'production',
    PORT: '0',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'https://notes.example',
    SMTP_URL: 'smtp://127.0.0.1:1',
    DATA_DIR: join(kit, 'production'),
  });
  const line = JSON.parse(await server.prints(/listening.*/));
  assert.equal(line.msg, 'listening');
  server.process.kill('SIGTERM');
  const { code, output } = await server.ended;
  assert.equal(code, 0);
  assert.doesNotMatch(output, /demo/);
});

test('a wrong setting in .env stops the start with one line that names it', async (t) => {
  t.after(() => rm(join(kit, '.env')));
  await writeFile(join(kit, '.env'), 'TRUST_PROXY=perhaps\n');
  isOneLine(await start({ PORT: '0' }).ended, /TRUST_PROXY/);
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

function start(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, ['server/main.ts'], {
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
