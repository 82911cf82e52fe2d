import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { copyKit } from '#tests/support/kit-copy.ts';
import { startTcpProxy } from '#tests/support/tcp-proxy.ts';
import { startS3 } from '#tests/support/test-s3.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { type Box, bootBox } from './box.ts';
import { type Command, deployCommand } from './command.ts';
import { openNotes } from './notes.ts';
import { documentedCommands, installRestic, openRepository } from './restic.ts';
import { createSessions } from './sessions.ts';

// Copies of backups in an S3 store, with the commands of docs/deploy/backups.md. The order matters: each test continues
// with the server and the store as they are.
const NUMBER = 5;
const DOMAIN = 'offsite.test';
const NOTES = 30;
const METRICS_TOKEN = 'a-token-of-thirty-two-characters';
const COPY = 'systemctl start app-backup-copy';
const BACKUP_AND_COPY = `systemctl start app-backup && ${COPY}`;

const kit = copyKit();
const address = `10.77.${NUMBER}.1`;
let store: Awaited<ReturnType<typeof startS3>>;
let proxy: Awaited<ReturnType<typeof startTcpProxy>>;
let box: Box;
let command: Command;
let token: string;
let notes: Awaited<ReturnType<typeof openNotes>>;
let repository: ReturnType<typeof openRepository>;

before(async () => {
  store = await startS3();
  await bootServer();
  proxy = await startTcpProxy(Number(new URL(store.endpoint).port), address);
  repository = openRepository(() => box, store.endpoint, `${address}:${proxy.port}`);
  await command.succeeds({ flags: command.newServer({ METRICS_TOKEN }) });
  await command.trustAuthority();
  [token = ''] = await createSessions(box, 1);
  notes = await openNotes(box, token);
  await notes.create(NOTES);
});

after(() => {
  box?.stop();
  proxy?.close();
  store?.stop();
  kit.remove();
});

test('a server without settings for copies makes backups, and no copy', async () => {
  await box.run(BACKUP_AND_COPY);
  assert.equal(await property('app-backup-copy', 'ConditionResult'), 'no');
  assert.equal(await failures(), '');
});

test('the documented commands make the first copy', async () => {
  const started = performance.now();
  await box.run(repository.fillIn(documentedCommands('A copy in another place')));
  console.log(
    `The first backup and its copy: ${secondsSince(started)} s, ${await repository.size()} bytes`,
  );
  assert.equal((await repository.snapshots()).length, 1);
  assert.match(
    await command.succeeds({ flags: ['--status'] }),
    /newest copy elsewhere +of a backup \d minutes old/,
  );
});

test('a second copy stores little more than what changed', async () => {
  const before = await repository.size();
  await notes.create(1);
  const started = performance.now();
  await box.run(BACKUP_AND_COPY);
  const added = (await repository.size()) - before;
  console.log(`The second backup and its copy: ${secondsSince(started)} s, ${added} bytes`);
  assert.ok(added < before / 4, `${added} of ${before} bytes`);
});

test('the user of the server can neither read the key nor lead a copy to another file', async () => {
  await assert.rejects(box.run('cd / && runuser -u app -- cat /etc/app.restic'), /Permission/);
  const snapshots = await repository.snapshots();
  await box.run('tar czf /root/1.tgz /etc/shadow && cp /root/1.tgz /opt/7.tgz');
  const asApp = (command: string) =>
    box.run(`cd /var/lib/app && runuser -u app -- sh -c '${command}'`);
  await asApp('mkdir moved && mv backups/*.tgz moved && ln -s /opt/7.tgz backups/7.tgz');
  await copyFails(/Too many levels of symbolic links/);
  // A pipe into which nobody writes.
  await asApp('rm backups/7.tgz && mkfifo backups/7.tgz');
  await copyFails(/unexpected end of file/);
  await asApp('rm -r backups && ln -s /opt backups');
  await copyFails(/backups is a link/);
  await asApp('rm backups && mv moved backups');
  assert.deepEqual(await repository.snapshots(), snapshots);
});

test('a damaged backup does not become a copy', async () => {
  const snapshots = await repository.snapshots();
  await box.run('cd /var/lib/app/backups && truncate --size -100K $(ls -t [1-7].tgz | head -n 1)');
  await copyFails(/unexpected end of file/);
  assert.deepEqual(await repository.snapshots(), snapshots);
});

test('a copy that fails is noticed although its backup worked, until the next copy works', async () => {
  await box.run('rm -f /var/lib/app/backup-failed');
  await box.run(`sed -i 's/^RESTIC_PASSWORD=/&wrong-/' /etc/app.restic`);
  await box.run('systemctl start app-backup');
  await copyFails(/wrong password/);
  assert.match(
    await box.run('journalctl --priority err --identifier app-backup --output cat'),
    /^app-backup-copy failed\. To see why: journalctl --unit app-backup-copy$/m,
  );
  assert.ok(await isFailureShown());
  await box.run(`sed -i 's/^RESTIC_PASSWORD=wrong-/RESTIC_PASSWORD=/' /etc/app.restic`);
  await box.run(BACKUP_AND_COPY);
  assert.ok(!(await isFailureShown()));
});

test('a copy that waits for the store for too long fails', async () => {
  const folder = '/run/systemd/system/app-backup-copy.service.d';
  await box.run(`
    mkdir -p ${folder} && printf '[Service]\\nTimeoutStartSec=5s\\n' > ${folder}/limit.conf
    systemctl daemon-reload`);
  proxy.setDropping(true);
  await assert.rejects(box.run(COPY), /a timeout was exceeded/);
  proxy.setDropping(false);
  await box.run(`rm -r ${folder} && systemctl daemon-reload && ${COPY}`);
});

test('a server that crashes during a copy makes the next one', async () => {
  await notes.create(NOTES);
  const snapshots = await repository.snapshots();
  await box.run('systemctl start --no-block app-backup');
  await waitFor('the copy has begun', async () => (await repository.locks()) > 0);
  await box.crash();
  assert.equal(await repository.locks(), 1);
  // Its name can only be used again after that.
  await box.boot();
  assert.deepEqual(await repository.snapshots(), snapshots);
  await box.run(BACKUP_AND_COPY);
  assert.notDeepEqual(await repository.snapshots(), snapshots);
  assert.equal(await repository.locks(), 0);
});

test('copies of other days and months are deleted as the settings say', async () => {
  for (const day of ['2020-01-01', '2020-02-01', '2020-02-02', '2020-03-01'])
    await repository.run(
      `backup --stdin --stdin-filename app-backup.tar --time '${day} 03:00:00' <<< x`,
    );
  await box.run(`echo 'KEEP="--keep-daily 2 --keep-monthly 3"' >> /etc/app.restic && ${COPY}`);
  const today = new Date().toISOString().slice(0, 10);
  assert.deepEqual(
    (await repository.snapshots()).map(({ time }) => time.slice(0, 10)),
    ['2020-02-02', '2020-03-01', today],
  );
});

test('an empty server has everything after the documented restore', async () => {
  const before = await notes.read();
  const key = await box.run('cat /etc/app.restic');
  box.stop();
  await bootServer();
  let started = performance.now();
  await command.succeeds({ flags: command.newServer({ METRICS_TOKEN }) });
  console.log(`The deployment: ${secondsSince(started)} s`);
  await command.trustAuthority();
  await box.run(`cat > /root/app.restic <<'END'\n${key}END`);
  started = performance.now();
  console.log(await box.run(documentedCommands('Restore it on an empty machine')));
  await waitFor('the server is ready', () => command.page('/api/ready').then(isReady, () => false));
  console.log(`The restore: ${secondsSince(started)} s`);
  notes = await openNotes(box, token);
  assert.deepEqual(await notes.read(), before);
});

async function bootServer() {
  box = await bootBox({ number: NUMBER, domain: DOMAIN });
  command = deployCommand(kit, box);
  await installRestic(box);
}

async function copyFails(message: RegExp) {
  const since = (await box.run('date +%s.%6N')).trim();
  await assert.rejects(box.run(COPY));
  const log = await box.run(
    `journalctl --sync && journalctl --unit app-backup-copy --output cat --since @${since}`,
  );
  assert.match(log, message);
}

const property = async (unit: string, name: string) =>
  (await box.run(`systemctl show --property ${name} --value ${unit}`)).trim();

const failures = () => box.run('ls /var/lib/app/backup-failed 2> /dev/null || true');

/** Tells whether the alert BackupFailed would fire. */
async function isFailureShown() {
  await waitFor('the failure is recorded', async () => (await failures()) !== '');
  const metrics = await command.page('/metrics', METRICS_TOKEN);
  const value = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(metrics)?.[1]);
  return value('backup_last_failure_timestamp_seconds') > value('backup_newest_timestamp_seconds');
}

const secondsSince = (started: number) => ((performance.now() - started) / 1000).toFixed(1);
const isReady = (answer: string) => answer.includes('true');
