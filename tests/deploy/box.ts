import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from '#tests/support/wait-for.ts';

export type Box = Awaited<ReturnType<typeof bootBox>>;

/** Made once: it takes minutes. */
const BASE = '/var/tmp/deploy-box/base';
/** A Caddy that is new enough, because not every machine reaches the server of its authors. */
export const CADDY = join(BASE, 'var/tmp/caddy/usr/bin/caddy');
const SUITE = 'trixie';
const MIRROR = 'http://deb.debian.org/debian';
const PACKAGES = [
  'ca-certificates,systemd,systemd-sysv,dbus,openssh-server,iproute2,procps,sudo,libatomic1',
  // For a server with its database on the same machine. A bare one does not need it.
  'postgresql',
].join(',');
const HOSTS = '/etc/hosts';

/** Boots a bare Debian on this machine, reachable by ssh and under a domain. Needs root. */
export async function bootBox({ number, domain }: { number: number; domain: string }) {
  createBase();
  const folder = mkdtempSync('/var/tmp/deploy-box/run-');
  const keys = mkdtempSync(join(tmpdir(), 'deploy-keys-'));
  const root = join(folder, 'root');
  execFileSync('cp', ['-a', '--reflink=auto', BASE, root]);
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(keys, 'key')]);
  mkdirSync(join(root, 'root/.ssh'), { mode: 0o700, recursive: true });
  copyFileSync(join(keys, 'key.pub'), join(root, 'root/.ssh/authorized_keys'));
  const address = `10.77.${number}.2`;
  const entry = `${address} ${domain}\n`;
  writeFileSync(HOSTS, readFileSync(HOSTS, 'utf8') + entry);
  const path = createSsh(keys, address);
  const name = `deploybox${number}`;
  let init = start();
  const box = { address, domain, path, run, sentBytes, crash, boot, forgetHostKey, stop };
  await answers().catch((error) => {
    stop();
    throw error;
  });
  return box;

  function start() {
    const args = [join(import.meta.dirname, 'boot-box.sh'), root, name, String(number)];
    return spawn('bash', args, { stdio: 'ignore' });
  }

  async function answers() {
    await waitFor('the box answers', () => run('true').then(isFine, isNot));
  }

  /** Runs a command on the box as root. */
  async function run(command: string) {
    const options = { env: { ...process.env, PATH: path }, maxBuffer: 16 * 1024 * 1024 };
    return (await promisify(execFile)('ssh', [`root@${domain}`, command], options)).stdout;
  }

  /** Returns how many bytes were sent to the box. */
  function sentBytes() {
    return Number(readFileSync(`/sys/class/net/v${name}/statistics/tx_bytes`, 'utf8'));
  }

  /** Ends every process of the box at once. Its disk stays as it is. */
  async function crash() {
    const ended = once(init, 'exit');
    init.kill('SIGKILL');
    await ended;
    execFileSync('ip', ['netns', 'del', name]);
  }

  async function boot() {
    init = start();
    await answers();
  }

  function forgetHostKey() {
    rmSync(join(keys, 'known_hosts'), { force: true });
  }

  function stop() {
    init.kill('SIGKILL');
    execFileSync('ip', ['netns', 'del', name]);
    writeFileSync(HOSTS, readFileSync(HOSTS, 'utf8').replace(entry, ''));
    rmSync(keys, { recursive: true });
    execFileSync('rm', ['-rf', '--one-file-system', folder]);
  }
}

const isFine = () => true;
const isNot = () => false;

function createBase() {
  if (existsSync(`${BASE}.done`)) return;
  console.log('Creating a bare Debian, once …');
  rmSync(BASE, { recursive: true, force: true });
  mkdirSync(BASE, { recursive: true });
  const args = ['--variant=minbase', `--include=${PACKAGES}`, SUITE, BASE, MIRROR];
  execFileSync('debootstrap', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  copyFileSync('/etc/resolv.conf', join(BASE, 'etc/resolv.conf'));
  const backports = `deb ${MIRROR} ${SUITE}-backports main`;
  const download = `
    cd /var/tmp && echo '${backports}' > /etc/apt/sources.list.d/backports.list
    apt-get update -qq && apt-get download -qq caddy/${SUITE}-backports && dpkg -x caddy_*.deb caddy`;
  execFileSync('chroot', [BASE, 'bash', '-e', '-c', download], { stdio: 'inherit' });
  writeFileSync(`${BASE}.done`, '');
}

/** Creates an ssh with a configuration of its own. Returns a PATH that has it first. */
function createSsh(folder: string, address: string) {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const config = join(folder, 'config');
  const lines = [
    'Host *.test',
    `  HostName ${address}`,
    'Host *',
    `  IdentityFile ${join(folder, 'key')}`,
    '  IdentitiesOnly yes',
    `  UserKnownHostsFile ${join(folder, 'known_hosts')}`,
    '  StrictHostKeyChecking accept-new',
    '  BatchMode yes',
    '  ConnectTimeout 5',
    '',
  ];
  writeFileSync(config, lines.join('\n'));
  const program = `#!/bin/sh\nexec /usr/bin/ssh -F ${config} "$@"\n`;
  writeFileSync(join(bin, 'ssh'), program, { mode: 0o755 });
  return `${bin}${delimiter}${process.env.PATH}`;
}
