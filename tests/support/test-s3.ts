import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { freePort } from './free-port.ts';
import { waitFor } from './wait-for.ts';

/** The Debian packages that `startS3` needs. */
export const S3_PACKAGES = ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph-common'];

const KEYS = { accessKeyId: 'access', secretAccessKey: 'secret-secret' };
const BUCKET = 'photos';

/** Starts a real S3 server with an empty bucket: Ceph's gateway, in memory, at an address of this machine. */
export async function startS3(address = '127.0.0.1') {
  const folder = mkdtempSync(join(tmpdir(), 'ceph-'));
  const stop = () => stopGateway(folder);
  try {
    const endpoint = await startGateway(folder, address);
    const client = new AwsClient({ ...KEYS, service: 's3', region: 'us-east-1' });
    await client.fetch(`${endpoint}/${BUCKET}`, { method: 'PUT' });
    return { endpoint, stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** Returns the settings of a server that uses the bucket, directly or through a proxy. */
export const s3Settings = (endpoint: string) => ({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: BUCKET,
  S3_ACCESS_KEY_ID: KEYS.accessKeyId,
  S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
});

/** Starts one monitor, one store in memory and one gateway. Returns the URL of the gateway. */
async function startGateway(folder: string, address: string) {
  const conf = join(folder, 'ceph.conf');
  const map = join(folder, 'monmap');
  const cluster = randomUUID();
  const store = randomUUID();
  const monitor = `v1:127.0.0.1:${await freePort()}`;
  const port = await freePort();
  writeFileSync(conf, configuration(folder, cluster, monitor));
  for (const name of ['mon', 'osd']) mkdirSync(join(folder, name));
  run('monmaptool', '--create', '--addv', 'a', `[${monitor}]`, '--fsid', cluster, map);
  run('ceph-mon', '--mkfs', '-i', 'a', '--monmap', map, '-c', conf);
  run('ceph-mon', '-i', 'a', '-c', conf);
  run('ceph', '-c', conf, 'osd', 'new', store, '0');
  run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', store, '-c', conf);
  run('ceph-osd', '-i', '0', '-c', conf);
  run('ceph', '-c', conf, 'osd', 'crush', 'add', 'osd.0', '1.0', 'host=here', 'root=default');
  const user = [
    '--uid=kit',
    '--display-name=kit',
    `--access-key=${KEYS.accessKeyId}`,
    `--secret-key=${KEYS.secretAccessKey}`,
  ];
  run('radosgw-admin', '-c', conf, 'user', 'create', ...user);
  const frontend = `--rgw-frontends=beast endpoint=${address}:${port}`;
  run('radosgw', '-c', conf, '-n', 'client.rgw', frontend);
  const url = `http://${address}:${port}`;
  await waitFor('the S3 gateway responds', () => fetch(url).catch(() => undefined));
  return url;
}

function stopGateway(folder: string) {
  // Kills the processes, because a process that is still stopping would write into the folder while it is removed.
  for (const pidFile of globSync(`${folder}/*.pid`))
    process.kill(Number(readFileSync(pidFile, 'utf8')), 'SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

function run(program: string, ...args: string[]) {
  execFileSync(program, args, { stdio: 'ignore', timeout: 60_000 });
}

function configuration(folder: string, cluster: string, monitor: string) {
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
