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
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitFor } from '#tests/support/wait-for.ts';
import { ssh } from './ssh.ts';

export type Box = Awaited<ReturnType<typeof bootBox>>;

/** Made once: it takes minutes. */
const BASE = '/var/tmp/deploy-box/trixie';
/** A Caddy that is new enough, because not every machine reaches the server of its authors. */
export const CADDY = join(BASE, 'var/tmp/caddy/usr/bin/caddy');
const SUITE = 'trixie';
const MIRROR = 'http://deb.debian.org/debian';
const PACKAGES = [
  'ca-certificates,systemd,systemd-sysv,dbus,openssh-server,iproute2,procps,sudo,libatomic1',
  // For a server with its database on the same machine, and for a load balancer. A bare one does not need them.
  'postgresql,haproxy,nginx',
].join(',');
/** Proxies run only where a test starts them. */
const DISABLED = ['haproxy', 'nginx'];
const HOSTS = '/etc/hosts';

/** Boots a bare Debian on this machine, reachable by ssh and under a domain. Needs root. */
export async function bootBox({ number, domain }: { number: number; domain: string }) {
  createBase();
  const folder = mkdtempSync('/var/tmp/deploy-box/run-');
  const root = join(folder, 'root');
  execFileSync('cp', ['-a', '--reflink=auto', BASE, root]);
  mkdirSync(join(root, 'root/.ssh'), { mode: 0o700, recursive: true });
  copyFileSync(ssh.publicKey, join(root, 'root/.ssh/authorized_keys'));
  const address = `10.77.${number}.2`;
  const entry = `${address} ${domain}\n`;
  writeFileSync(HOSTS, readFileSync(HOSTS, 'utf8') + entry);
  const name = `deploybox${number}`;
  let init = start();
  const box = { address, domain, path: ssh.path, run, sentBytes, crash, boot, forgetHostKey, stop };
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
    const options = { env: { ...process.env, PATH: ssh.path }, maxBuffer: 16 * 1024 * 1024 };
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
    await waitFor('the interface is gone', () => !existsSync(`/sys/class/net/v${name}`));
  }

  async function boot() {
    init = start();
    await answers();
  }

  function forgetHostKey() {
    rmSync(ssh.knownHosts, { force: true });
  }

  function stop() {
    init.kill('SIGKILL');
    execFileSync('ip', ['netns', 'del', name]);
    writeFileSync(HOSTS, readFileSync(HOSTS, 'utf8').replace(entry, ''));
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
  execFileSync('chroot', [BASE, 'systemctl', '--quiet', 'disable', ...DISABLED]);
  writeFileSync(`${BASE}.done`, '');
}
