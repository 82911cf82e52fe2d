import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installWithApt } from '#tooling/apt.ts';
import { freePort } from '#tooling/free-port.ts';
import { waitFor } from '#tooling/wait-for.ts';

// Runs the S3 tests against a real store: Ceph's gateway, in memory, reachable from this machine only. Installs the
// Debian packages of Ceph where possible.
const PACKAGES = ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph-common'];
if (!existsSync('/usr/bin/radosgw') && !installWithApt(...PACKAGES)) {
  console.error(`Please install ${PACKAGES.join(', ')}: the tests need a real S3 server.`);
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'ceph-'));
const conf = join(folder, 'ceph.conf');
try {
  process.env.TEST_S3_ENDPOINT = await startGateway();
  const { status } = spawnSync('node', ['--test', 'server/files/s3.test.ts'], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  for (const pidFile of globSync(`${folder}/*.pid`))
    process.kill(Number(readFileSync(pidFile, 'utf8')));
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Starts one monitor, one store in memory and one gateway. Returns the URL of the gateway. */
async function startGateway() {
  const cluster = randomUUID();
  const store = randomUUID();
  const monitor = `v1:127.0.0.1:${await freePort()}`;
  const gatewayPort = await freePort();
  writeFileSync(conf, configuration(cluster, monitor));
  for (const name of ['mon', 'osd']) mkdirSync(join(folder, name));

  run(
    'monmaptool',
    '--create',
    '--addv',
    'a',
    `[${monitor}]`,
    '--fsid',
    cluster,
    join(folder, 'monmap'),
  );
  run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', join(folder, 'monmap'), '-c', conf);
  run('ceph-mon', '-i', 'a', '-c', conf);
  run('ceph', '-c', conf, 'osd', 'new', store, '0');
  run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', store, '-c', conf);
  run('ceph-osd', '-i', '0', '-c', conf);
  run('ceph', '-c', conf, 'osd', 'crush', 'add', 'osd.0', '1.0', 'host=here', 'root=default');
  const user = [
    '--uid=trifold',
    '--display-name=trifold',
    '--access-key=access',
    '--secret-key=secret-secret',
  ];
  run('radosgw-admin', '-c', conf, 'user', 'create', ...user);
  run(
    'radosgw',
    '-c',
    conf,
    '-n',
    'client.rgw',
    `--rgw-frontends=beast endpoint=127.0.0.1:${gatewayPort}`,
  );
  const url = `http://127.0.0.1:${gatewayPort}`;
  await waitFor('the S3 gateway responds', () => fetch(url).catch(() => undefined));
  return url;
}

function run(program: string, ...args: string[]) {
  execFileSync(program, args, { stdio: 'ignore', timeout: 60_000 });
}

function configuration(cluster: string, monitor: string) {
  return `[global]
fsid = ${cluster}
mon host = ${monitor}
public network = 127.0.0.0/8
auth cluster required = none
auth service required = none
auth client required = none
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 8
osd pool default pg autoscale mode = off
osd crush chooseleaf type = 0
osd crush update on start = false
osd class update on start = false
mon allow pool size one = true
mon max pg per osd = 1000
mon data = ${folder}/mon
osd data = ${folder}/osd
osd objectstore = memstore
memstore device bytes = 1073741824
run dir = ${folder}
admin socket = ${folder}/$name.asok
pid file = ${folder}/$name.pid
log file = ${folder}/$name.log
`;
}
