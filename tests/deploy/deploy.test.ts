import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { copyKit } from '#tests/support/kit-copy.ts';
import { type Box, bootBox } from './box.ts';
import { startLoad } from './load.ts';
import { createSessions } from './sessions.ts';

// Runs npm run deploy against a Debian on this machine, as people use it. Its order matters: a server is set up first.
const DOMAIN = 'deploy.test';
const DEPLOYMENTS = Number(process.env.DEPLOYMENTS ?? 30);
const STREAM_GAP_MAX_MS = 2000;

const caddy = process.env.CADDY ? ['--caddy', process.env.CADDY] : [];
const kit = copyKit();
let box: Box;
let authority: string;
let tokens: string[];

before(async () => {
  box = await bootBox({ number: 7, domain: DOMAIN });
});

after(() => {
  box?.stop();
  kit.remove();
});

test('a host that is wrong in some way is named in one line', async () => {
  await fails(/^There is no host nowhere\.invalid: check the name\.$/, {
    host: 'root@nowhere.invalid',
    path: process.env.PATH,
  });
  await fails(/^nobody@deploy\.test does not accept your ssh key/, { host: `nobody@${DOMAIN}` });
  await fails(/^10\.255\.255\.1 does not answer:/, {
    host: 'root@10.255.255.1',
    path: process.env.PATH,
  });
});

test('a bare server needs settings, which are named', () =>
  fails(/^The server is new and needs SMTP_URL, MAIL_FROM:/, { flags: ['--domain', DOMAIN] }));

test('a disk without room is noticed before anything is changed', async () => {
  await box.run('mkdir -p /opt/app && mount -t tmpfs -o size=100m tmpfs /opt/app');
  await fails(
    /^The disk of \/opt\/app has 105 MB free, and this deployment needs \d+ MB\. Nothing was changed\.$/,
    {
      flags: newServer(),
    },
  );
  await box.run('umount /opt/app');
});

test('a bare server shows the page over https after one command', async () => {
  const printed = await deploys({ flags: newServer() });
  assert.match(printed, new RegExp(`^https://${DOMAIN} runs version`, 'm'));
  authority = await box.run('cat /var/lib/private/app-proxy/caddy/pki/authorities/local/root.crt');
  assert.match(await page('/'), /<title>/);
  await box.run('echo MAX_ITEMS_PER_USER=1000000 >> /etc/app.env && systemctl restart app');
  tokens = await createSessions(box, 3);
});

test(`${DEPLOYMENTS} deployments in a row under load fail no request and lose no write`, async () => {
  const load = startLoad(`https://${DOMAIN}`, authority, tokens);
  for (let count = 0; count < DEPLOYMENTS; count++) await deploys();
  const { failed, acknowledged, longestGap, reads, writes, slowest } = await load.stop();
  console.log(
    `${reads} reads, ${writes} writes, slowest ${Math.round(slowest)} ms, longest without a stream ${Math.round(longestGap)} ms`,
  );
  assert.deepEqual(failed, []);
  assert.ok(longestGap < STREAM_GAP_MAX_MS, `${longestGap}`);
  await expectStored(acknowledged);
});

for (const [name, file, from, to, message] of [
  [
    'ends at its start',
    'server/main.ts',
    /^/,
    "throw new Error('Out of colours');\n",
    /the server ends at its start/,
  ],
  [
    'fails to migrate',
    'server/database/migrations.ts',
    'export const migrations: Record<string, Migration> = {',
    `export const migrations: Record<string, Migration> = {
  '9999-colours': {
    compatible: true,
    async up() {
      throw new Error('no colours');
    },
  },`,
    /migrate\.js fails: Migration "kit\/9999-colours" failed: no colours/,
  ],
  [
    'never gets ready',
    'server/health/health.ts',
    'async checkAll() {',
    "async checkAll() {\n      if (1 + 1 === 2) throw new Error('never');",
    /is not ready after 60 s/,
  ],
  [
    'answers 500',
    'server/items/routes.ts',
    'handle(list, ({ caller: { user, seq }, query }) =>',
    "handle(list, ({ caller: { user, seq }, query }) => {\n    if (seq >= 0) throw new Error('no list');\n    return",
    /GET \/api\/notes answers 500/,
  ],
] as const)
  test(`a version that ${name} does not go live, and no request fails`, async (t) => {
    t.after(kit.reset);
    kit.replace(file, from, to);
    const load = startLoad(`https://${DOMAIN}`, authority, tokens);
    await fails(message, { cwd: kit.folder });
    const { failed, acknowledged } = await load.stop();
    assert.deepEqual(failed, []);
    await expectStored(acknowledged);
  });

test('a deployment that is killed at any moment leaves a running version, and the next one finishes the work', async () => {
  const load = startLoad(`https://${DOMAIN}`, authority, tokens);
  for (let delay = 500; delay < 8000; delay += 700) {
    const child = start();
    await sleep(delay);
    child.kill('SIGKILL');
    await sleep(200);
  }
  await deploys();
  const { failed, acknowledged } = await load.stop();
  assert.deepEqual(failed, []);
  await expectStored(acknowledged);
});

test('of two people at once, the second is told who deploys', async () => {
  const first = start();
  await sleep(2500);
  await fails(/^\S+@\S+, since [\d:]+ UTC, is deploying now\./);
  await once(first, 'exit');
});

test('a rollback under load fails no request', async () => {
  const load = startLoad(`https://${DOMAIN}`, authority, tokens);
  assert.match(await deploys({ flags: ['--rollback'] }), /^Version \S+ runs instead of \S+\.$/m);
  assert.match(await deploys({ flags: ['--status'] }), /state +active, ready/);
  const { failed, acknowledged } = await load.stop();
  assert.deepEqual(failed, []);
  await expectStored(acknowledged);
});

function newServer() {
  const file = join(kit.folder, 'deploy-settings.env');
  writeFileSync(file, 'SMTP_URL=smtp://127.0.0.1:9\nMAIL_FROM=Notes <notes@example.com>\n');
  return ['--domain', DOMAIN, '--settings', file, '--internal-certificates'];
}

type Options = { host?: string; flags?: string[]; cwd?: string; path?: string | undefined };

function start({ host = `root@${DOMAIN}`, flags = [], cwd, path = box.path }: Options = {}) {
  const args = ['scripts/deploy/deploy.ts', host, ...caddy, ...flags];
  return spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, PATH: path, NODE_TEST_CONTEXT: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs a deployment that must succeed. Returns what it prints. */
async function deploys(options?: Options) {
  const { status, output, errors } = await ended(start(options));
  assert.equal(status, 0, `${output}\n${errors}`);
  return output;
}

/** Runs a deployment that must fail with one line. */
async function fails(message: RegExp, options?: Options) {
  const { status, output, errors } = await ended(start(options));
  assert.equal(status, 1, output);
  assert.match(errors.trim(), message);
}

async function ended(child: ChildProcess & { stdout: unknown; stderr: unknown }) {
  const printed = [text(child.stdout as never), text(child.stderr as never)];
  const [status] = await once(child, 'exit');
  const [output = '', errors = ''] = await Promise.all(printed);
  return { status, output, errors };
}

/** Checks that the server has every acknowledged note. */
async function expectStored(acknowledged: Map<string, string[]>) {
  for (const [token, ids] of acknowledged) {
    const stored = new Set<string>();
    for (let since = 0, more = true; more; ) {
      const answer = JSON.parse(await page(`/api/changes?since=${since}`, token));
      for (const { id } of answer.changes.notes?.items ?? []) stored.add(id);
      ({ seq: since, more } = answer);
    }
    assert.deepEqual(
      ids.filter((id) => !stored.has(id)),
      [],
    );
  }
}

function page(path: string, token?: string) {
  return new Promise<string>((resolve, reject) => {
    const headers = token ? { Authorization: `Bearer ${token}` } : {};
    get(`https://${DOMAIN}${path}`, { ca: authority, headers }, (response) =>
      text(response).then(resolve, reject),
    ).on('error', reject);
  });
}
