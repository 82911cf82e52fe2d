import { execFileSync } from 'node:child_process';

/** Lists the changes of files in a repository that are not committed, as `git status --porcelain` does. */
export function uncommitted(cwd: string, paths: string[]) {
  // Without the lock that git takes to update its index: a command that is killed would leave it to block git.
  const args = ['--no-optional-locks', 'status', '--porcelain', '--', ...paths];
  return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: 'pipe' });
}
