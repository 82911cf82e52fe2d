import { execFileSync } from 'node:child_process';
import { root } from '#scripts/product/change-command.ts';

/** Reads the server code of a removed feature from the last commit that had it. Returns the texts in order of paths. */
export function readRemovedFiles(folder: string) {
  const [commit] = git('log', '-1', '--format=%H', '--diff-filter=D', '--', `${folder}/server.ts`);
  if (!commit)
    throw new Error(
      `git has no commit that removed ${folder}/server.ts: was the feature called so?`,
    );
  return git(
    'ls-tree',
    '-r',
    '--name-only',
    `${commit}^`,
    '--',
    `${folder}/server.ts`,
    `${folder}/server`,
  )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => git('show', `${commit}^:./${file}`).join('\n'));
}

/** Runs git. Returns the lines that it prints. */
function git(...args: string[]) {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('git', args, options).split('\n').filter(Boolean);
  } catch (error) {
    const [reason] = String((error as { stderr?: string }).stderr).split('\n');
    throw new Error(`git cannot show the removed feature: ${reason}`);
  }
}
