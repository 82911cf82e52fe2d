import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Installs Debian packages. Returns false if that failed or this user may not run apt. */
export function installWithApt(...packages: string[]): boolean {
  if (aptAccess() !== 'granted') return false;
  console.log(`Installing ${packages.join(' and ')} with apt …`);
  return apt('update', '-q') && apt('install', '-y', '-q', '--no-install-recommends', ...packages);
}

/** Tells whether this user may install packages: as root, or with a sudo that asks for no password. */
export function aptAccess(): 'absent' | 'refused' | 'granted' {
  if (!existsSync('/usr/bin/apt-get')) return 'absent';
  return apt('--version') ? 'granted' : 'refused';
}

function apt(action: string, ...args: string[]) {
  const isRoot = process.getuid?.() === 0;
  const [program = '', ...rest] = [...(isRoot ? [] : ['sudo', '-n']), 'apt-get', action, ...args];
  const { status } = spawnSync(program, rest, {
    // Hides what sudo and apt print about a missing permission, because our own message follows.
    stdio: ['ignore', 'ignore', action === '--version' ? 'ignore' : 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}
