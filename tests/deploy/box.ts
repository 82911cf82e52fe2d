import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
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
const SUITE = 'trixie';
const MIRROR = 'http://deb.debian.org/debian';
const AT_BOOTSTRAP =
  'ca-certificates,systemd,systemd-sysv,dbus,openssh-server,iproute2,procps,sudo,libatomic1';
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
  const hosts = readFileSync(HOSTS, 'utf8');
  appendFileSync(HOSTS, `${address} ${domain}\n`);
  const path = createSsh(keys, address);
  const name = `deploybox${number}`;
  const init = spawn(
    'bash',
    [join(import.meta.dirname, 'boot-box.sh'), root, name, String(number)],
    { stdio: 'ignore' },
  );
  const box = { address, domain, path, run, stop };
  try {
    await waitFor('the box answers', () =>
      run('true').then(
        () => true,
        () => false,
      ),
    );
  } catch (error) {
    stop();
    throw error;
  }
  return box;

  /** Runs a command on the box as root. */
  async function run(command: string) {
    const options = { env: { ...process.env, PATH: path }, maxBuffer: 16 * 1024 * 1024 };
    return (await promisify(execFile)('ssh', [`root@${domain}`, command], options)).stdout;
  }

  function stop() {
    init.kill('SIGKILL');
    execFileSync('ip', ['netns', 'del', name]);
    writeFileSync(HOSTS, hosts);
    rmSync(keys, { recursive: true });
    execFileSync('rm', ['-rf', '--one-file-system', folder]);
  }
}

function createBase() {
  if (existsSync(`${BASE}.done`)) return;
  console.log('Creating a bare Debian, once …');
  rmSync(BASE, { recursive: true, force: true });
  mkdirSync(BASE, { recursive: true });
  const args = ['--variant=minbase', `--include=${AT_BOOTSTRAP}`, SUITE, BASE, MIRROR];
  execFileSync('debootstrap', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  writeFileSync(`${BASE}.done`, '');
}

/** Creates an ssh with a configuration of its own. Returns a PATH that has it first. */
function createSsh(folder: string, address: string) {
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const config = join(folder, 'config');
  writeFileSync(
    config,
    [
      'Host *',
      `  HostName ${address}`,
      `  IdentityFile ${join(folder, 'key')}`,
      '  IdentitiesOnly yes',
      `  UserKnownHostsFile ${join(folder, 'known_hosts')}`,
      '  StrictHostKeyChecking accept-new',
      '  BatchMode yes',
      '  ConnectTimeout 5',
      '',
    ].join('\n'),
  );
  writeFileSync(join(bin, 'ssh'), `#!/bin/sh\nexec /usr/bin/ssh -F ${config} "$@"\n`, {
    mode: 0o755,
  });
  return `${bin}${delimiter}${process.env.PATH}`;
}
