import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { demoAccounts } from '#server/demo/content.ts';
import { linkIn, type ReceivedEmail } from '#server/testing/harness.ts';
import { createServerCopy, signIn } from '#server/testing/server-copy.ts';
import { freePort } from '#tests/support/free-port.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const skip = process.env.TEST_DATABASE_URL
  ? false
  : 'is about PostgreSQL, which several processes can use; runs where TEST_DATABASE_URL leads to one';

const copy = await createServerCopy();
after(copy.remove);

const account = demoAccounts[0] as (typeof demoAccounts)[number];

test('a session that was started on one process is valid on another, and signing out there ends it on both', {
  skip,
}, async (t) => {
  const [a, b] = await startPair(t);
  const { token } = await post(a, '/api/auth/login', account);
  assert.equal((await get(b, '/api/auth/me', token)).status, 200);
  await post(b, '/api/auth/logout', {}, token);
  assert.equal((await get(a, '/api/auth/me', token)).status, 401);
});

test('an email link that is used on two processes at once works once', { skip }, async (t) => {
  const [a, b] = await startPair(t);
  await post(a, '/api/auth/reset-password', { email: account.email });
  const link = await waitFor('the email arrives', async () => {
    const { emails } = (await (await get(b, '/dev/mailbox')).json()) as { emails: ReceivedEmail[] };
    return emails[0] && linkIn(emails[0]);
  });
  const use = (port: number) =>
    post(port, '/api/auth/update-password', { password: 'a new one' }, link.access_token);
  const statuses = (await Promise.all([use(a), use(b)])).map(({ status }) => status);
  assert.deepEqual(statuses.sort(), [200, 401]);
});

test('wrong passwords are counted for all processes together', { skip }, async (t) => {
  const pair = await startPair(t, { PUBLIC_DEMO: 'true' });
  const wrong = { ...account, password: 'a guess' };
  const statuses: number[] = [];
  for (let guess = 0; guess < 24; guess++)
    statuses.push(await signIn(pair[guess % 2] as number, wrong));
  assert.deepEqual(
    [statuses.filter((status) => status === 401), statuses.filter((status) => status === 429)],
    [Array(10).fill(401), Array(14).fill(429)],
  );
});

test('workers share a port, one that dies is replaced, and a signal stops all of them', {
  skip,
}, async (t) => {
  const { settings } = await copy.createDatabase(t);
  const port = await freePort();
  const server = copy.start({ ...settings, PORT: String(port), WORKERS: '2' });
  const printed = await server.prints(/Mailbox: .*/);
  assert.equal(printed.match(/is running at/g)?.length, 1);
  const [first] = await workersOf(server.process.pid);
  process.kill(first as number, 'SIGKILL');
  await waitFor('the worker is replaced', async () => {
    const workers = await workersOf(server.process.pid);
    return workers.length === 2 && !workers.includes(first as number);
  });
  await waitFor('a worker listens', () =>
    signIn(port, account).then(
      (status) => status === 200,
      () => false,
    ),
  );
  server.process.kill('SIGTERM');
  const { code, output } = await server.ended;
  assert.equal(code, 0, output);
  assert.match(output, /a worker ended and is replaced/);
  assert.equal(await signIn(port, account).catch(() => 'refused'), 'refused');
});

test('workers that cannot start print one line, once', { skip }, async () => {
  const { code, output } = await copy.start({
    PORT: '0',
    WORKERS: '3',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
  }).ended;
  assert.match(output, /^Setting: DATABASE_URL: [^\n]*\n$/);
  assert.equal(code, 1);
});

/** Starts two processes on one database. Returns their ports. */
async function startPair(t: TestContext, env: NodeJS.ProcessEnv = {}): Promise<[number, number]> {
  const { settings } = await copy.createDatabase(t);
  const ports: [number, number] = [await freePort(), await freePort()];
  const servers = ports.map((port) => copy.start({ ...settings, ...env, PORT: String(port) }));
  t.after(async () => {
    for (const server of servers) server.process.kill('SIGTERM');
    await Promise.all(servers.map(({ ended }) => ended));
  });
  await Promise.all(servers.map((server) => server.prints(/is running at/)));
  return ports;
}

async function workersOf(pid: number | undefined) {
  const { stdout } = await promisify(execFile)('pgrep', ['-P', String(pid)]);
  return stdout.trim().split('\n').map(Number);
}

const headersOf = (token?: string): Record<string, string> => ({
  Accept: 'application/json',
  'Content-Type': 'application/json',
  ...(token && { Authorization: `Bearer ${token}` }),
});

const get = (port: number, path: string, token?: string) =>
  fetch(`http://127.0.0.1:${port}${path}`, { headers: headersOf(token) });

async function post(port: number, path: string, body: object, token?: string) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: headersOf(token),
    body: JSON.stringify(body),
  });
  const { token: newToken } = (await response.json()) as { token?: string };
  return { status: response.status, token: newToken };
}
