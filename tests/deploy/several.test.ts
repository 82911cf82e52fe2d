import assert from 'node:assert/strict';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { copyKit } from '#tests/support/kit-copy.ts';
import { median } from '#tests/support/median.ts';
import { s3Settings, startS3 } from '#tests/support/test-s3.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { setUpBalancer, startProxy } from './balancer.ts';
import { type Box, bootBox } from './box.ts';
import { addBreakingMigration, addBreakingMigrationThatFails } from './broken-versions.ts';
import { type Command, deployCommand } from './command.ts';
import { openNotes } from './notes.ts';
import { createSessions } from './sessions.ts';

// Two servers behind a load balancer, with PostgreSQL beside it and an S3 store on this machine. The order matters: each
// test continues with the servers as they are.
const SERVER = join(import.meta.dirname, '../../server');
const DEPLOYMENTS = Number(process.env.DEPLOYMENTS ?? 10);
const [ONE, TWO, BOTH] = ['one.test', 'two.test', 'several.test'];
const BREAKS_ON_TWO = `if (process.getBuiltinModule('node:fs').existsSync('/etc/app-breaks')) throw new Error('Out of colours');\n`;

const kit = copyKit();
const boxes: Box[] = [];
let balancer: Box;
let one: Box;
let two: Box;
let store: Awaited<ReturnType<typeof startS3>>;
let command: Command;
let certificate: string;
let tokens: string[];
let count = 0;

before(async () => {
  one = await boot(1, ONE);
  two = await boot(2, TWO);
  balancer = await boot(3, BOTH);
  store = await startS3('10.77.3.1');
  certificate = await setUpBalancer(
    balancer,
    [one, two].map(({ address }) => address),
  );
  command = deployCommand(kit, balancer);
  await command.trustAuthority(certificate);
  const file = join(kit.folder, 'authority.pem');
  writeFileSync(file, await balancer.run(`cat ${certificate}`));
  process.env.NODE_EXTRA_CA_CERTS = file;
  await startProxy(balancer, 'haproxy');
});

after(() => {
  store?.stop();
  for (const box of boxes) box.stop();
  kit.remove();
});

async function boot(number: number, domain: string) {
  const box = await bootBox({ number, domain });
  boxes.push(box);
  return box;
}

const host = `root@${ONE}`;
const inTurn = (...flags: string[]) => ({ host, flags: [`root@${TWO}`, ...flags] });
/** Changes the server, so that a deployment has something to upload. */
const change = () => kit.replace('server/main.ts', /^/, `process.env.DEPLOYMENT = '${++count}';\n`);
const restoreServer = () => cpSync(SERVER, join(kit.folder, 'server'), { recursive: true });

const ownSettings = (box: Box) => ({ HOST: box.address, DRAIN_SECONDS: '5' });
const sharedSettings = () => ({
  DATABASE_URL: `postgres://app:secret@${balancer.address}/app`,
  WORKERS: '2',
  MIGRATE_ON_START: 'false',
  ...s3Settings(store.endpoint),
});

const newServer = (box: Box, settings: Record<string, string>) => ({
  host: `root@${box.domain}`,
  flags: command.newServer(settings, ['--no-caddy']),
});

test('a server with its data on its own disk becomes the first of several, as documented', async () => {
  await command.succeeds(newServer(one, ownSettings(one)));
  await command.fails(/^root@one\.test keeps its data on its own disk/, inTurn());
  tokens = await createSessions(one, 3);
  const notes = await openNotes(balancer, tokens[0] as string, certificate);
  await notes.create(3);
  const before = await notes.read();

  const added = Object.entries(sharedSettings()).map(([name, value]) => `${name}=${value}`);
  await one.run(`
    set -e
    systemctl stop app.socket app app-proxy
    app backup /var/lib/app/backups/move.tgz
    echo '${added.join('\n')}' >> /etc/app.env
    app restore /var/lib/app/backups/move.tgz`);
  await command.succeeds({ host, flags: ['--no-caddy'] });
  assert.deepEqual(await notes.read(), before);
});

test('a new server is refused among several, and set up alone', async () => {
  await command.fails(/^root@two\.test is new: set it up alone first/, inTurn());
  await command.succeeds(newServer(two, { ...ownSettings(two), ...sharedSettings() }));
  await Promise.all([one, two].map(versionOf));
});

for (const proxy of ['haproxy', 'nginx'] as const)
  test(`${DEPLOYMENTS} deployments in turn behind ${proxy} fail no request and lose no write`, async () => {
    await startProxy(balancer, proxy);
    const seconds: number[] = [];
    const seen = await command.underLoad(tokens, async () => {
      for (let left = DEPLOYMENTS; left > 0; left--) {
        change();
        const started = performance.now();
        await command.succeeds(inTurn());
        seconds.push((performance.now() - started) / 1000);
      }
    });
    assert.equal(await versionOf(one), await versionOf(two));
    console.log(
      `${proxy}: ${DEPLOYMENTS} deployments to two servers, median ${median(seconds).toFixed(1)} s; ${seen.reads} reads, ${seen.writes} writes with ${seen.photos.length} photos, the slowest ${Math.round(seen.slowest)} ms; longest without a stream ${Math.round(seen.longestGap)} ms`,
    );
  });

for (const proxy of ['haproxy', 'nginx'] as const)
  test(`changes reach other devices through ${proxy}`, async () => {
    await startProxy(balancer, proxy);
    await command.showLiveUpdates(proxy, tokens[0] as string);
  });

test('a version that does not get ready on one server stops the rest, and no request fails', async (t) => {
  t.after(restoreServer);
  await startProxy(balancer, 'haproxy');
  kit.replace('server/main.ts', /^/, BREAKS_ON_TWO);
  await two.run('touch /etc/app-breaks');
  const [first, second] = await Promise.all([one, two].map(versionOf));
  await command.underLoad(tokens, () =>
    command.fails(
      /^root@two\.test: The new version does not get ready\. The version before runs again\.[^\n]*\nVersion \S+ runs on root@one\.test\.$/m,
      inTurn(),
    ),
  );
  assert.notEqual(await versionOf(one), first);
  assert.equal(await versionOf(two), second);

  await command.underLoad(tokens, async () => {
    assert.match(await command.succeeds(inTurn('--rollback')), /^Version \S+ runs already\.$/m);
  });
  assert.equal(await versionOf(one), second);
  await two.run('rm /etc/app-breaks');
  await command.underLoad(tokens, () => command.succeeds(inTurn()));
  assert.equal(await versionOf(one), await versionOf(two));
});

test('a deployment that is killed between two servers is finished by the next one', async () => {
  change();
  await command.underLoad(tokens, async () => {
    for (const signal of ['SIGKILL', 'SIGINT'] as const)
      await command.during('root@one.test: Migrating', (child) => child.kill(signal), inTurn());
    await command.succeeds(inTurn());
  });
  assert.equal(await versionOf(one), await versionOf(two));
});

test('a rollback goes through all servers, and no request fails', async () => {
  const before = await versionOf(one);
  await command.underLoad(tokens, () => command.succeeds(inTurn('--rollback')));
  assert.notEqual(await versionOf(one), before);
  assert.equal(await versionOf(one), await versionOf(two));
});

test('a server that does not answer is named before anything is changed', async () => {
  const before = await versionOf(one);
  await two.crash();
  await command.fails(/two\.test (does not answer|cannot be reached)/, inTurn());
  assert.equal(await versionOf(one), before);
  assert.match(await command.page('/api/ready'), /true/);
  const status = await command.end(inTurn('--status'));
  assert.match(status.output, /root@one\.test\n[\s\S]*active, ready[\s\S]*two\.test (does|cannot)/);
  assert.equal(status.status, 1);
  await two.boot();
  await waitFor('the second server is ready', () => versionOf(two).then(Boolean, () => false));
});

test('a migration with which the running version cannot work needs the others to be stopped', async (t) => {
  t.after(restoreServer);
  addBreakingMigration(kit);
  await command.fails(/kit\/9999-colours\)\. Repeat with --with-interruption/, inTurn());
  await command.fails(/is for one server: stop the others first/, inTurn('--with-interruption'));
  await command.fails(/Other servers use the database: 10\.77\.2\.2\. Stop them first/, {
    host,
    flags: ['--with-interruption'],
  });
  await two.run('systemctl stop app.socket app');
  restoreServer();
  addBreakingMigrationThatFails(kit);
  const before = await versionOf(one);
  await command.fails(/The data were restored from .*\. The version before runs again/, {
    host,
    flags: ['--with-interruption'],
  });
  assert.equal(await versionOf(one), before);
  await two.run('systemctl start app.socket app');
  await waitFor('the second server is ready', () => versionOf(two).then(Boolean, () => false));

  restoreServer();
  addBreakingMigration(kit);
  await two.run('systemctl stop app.socket app');
  await command.succeeds({ host, flags: ['--with-interruption'] });
  await command.succeeds(inTurn());
  assert.equal(await versionOf(one), await versionOf(two));
  assert.match(await command.page('/api/ready'), /true/);
});

/** Returns the version that a server runs, which must be ready. */
async function versionOf(box: Box) {
  const { status } = await fetch(`http://${box.address}:3000/api/ready`);
  assert.equal(status, 200);
  return (await box.run('readlink /opt/app/current')).trim();
}
