import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the path of an installed program. Also searches the folders for administrators. */
export function findProgram(name: string) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin'];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/**
 * Returns why tests that need these programs cannot run here, or false when they can:
 * `test('…', { skip: lacksPrograms('strace') }, …)`. The test runner prints the reason.
 */
export function lacksPrograms(...names: string[]) {
  if (process.platform !== 'linux') return 'needs Linux';
  const missing = names.filter((name) => !findProgram(name));
  return missing.length > 0 && `needs ${missing.join(' and ')}: npm run test:faults installs them`;
}

/** Returns why tests that need git cannot run here, or false when they can. */
export function lacksGit() {
  return spawnSync('git', ['--version']).status !== 0 && 'needs git, which is not installed';
}
