import { spawnSync } from 'node:child_process';

/**
 * Lists the files that differ from the main branch, including uncommitted and untracked ones. Returns undefined without
 * git or a main branch to compare with.
 */
export function changedFiles(folder: string): string[] | undefined {
  const base = mergeBase(folder);
  if (!base) return undefined;
  return [
    ...list(folder, 'diff', '--name-only', '-z', '--no-renames', '--relative', base),
    ...list(folder, 'ls-files', '--others', '--exclude-standard', '-z'),
  ];
}

function mergeBase(folder: string) {
  const branches = ['origin/main', 'main'];
  return branches.map((branch) => git(folder, 'merge-base', 'HEAD', branch)?.trim()).find(Boolean);
}

function list(folder: string, ...args: string[]) {
  return (git(folder, ...args) ?? '').split('\0').filter(Boolean);
}

function git(folder: string, ...args: string[]) {
  const { status, stdout } = spawnSync('git', args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? stdout : undefined;
}
