import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ParseArgsConfig } from 'node:util';
import { parseFlags } from '#scripts/run/check-flags.ts';
import { applyChanges, type Changes, pendingChanges } from './changes.ts';
import { formatSources } from './format-sources.ts';
import { uncommitted } from './uncommitted.ts';

/** The root of the repository. */
export const root = join(import.meta.dirname, '../..');

/** What a command would change. */
export type Plan = {
  /** The unformatted new sources, by path from the root. Undefined removes the file. */
  files: Map<string, string | undefined>;
  /** Lines that are printed below the list of files. */
  notes?: string[];
  /** What the developer does next, an entry per thing. */
  next: string[];
};

type Compiled = Pick<SpawnSyncReturns<string>, 'status' | 'stdout' | 'stderr'>;

const FLAGS = { 'dry-run': { type: 'boolean' }, force: { type: 'boolean' } } as const;
const FLAGS_USAGE = `
  --dry-run     lists the files, and changes none
  --force       runs with changes that are not committed, and keeps the result even if it has type errors`;
const ERRORS_SHOWN = 10;

type Options = NonNullable<ParseArgsConfig['options']>;
type Parsed<Own extends Options> = ReturnType<
  typeof parseFlags<{ options: Own & typeof FLAGS; allowPositionals: true }>
>;

/**
 * Runs a command that changes sources: all of its files or none. `plan` reads the words and flags and returns the
 * changes, or throws an error that says in a line what is wrong.
 */
export function changeSources<Own extends Options>(
  usage: string,
  options: Own,
  plan: (words: string[], flags: Parsed<Own>['values']) => Plan,
) {
  try {
    const { values, positionals } = parseFlags({
      args: process.argv.slice(2),
      allowPositionals: true,
      options: { ...options, ...FLAGS },
    }) as Parsed<Own>;
    if (positionals.length === 0) return console.log(usage + FLAGS_USAGE);
    const { 'dry-run': isDryRun, force } = values as { 'dry-run'?: boolean; force?: boolean };
    const needsCommit = !isDryRun && !force;
    // First, because the plan would complain about the files of a command that was killed.
    if (needsCommit) checkCommitted();
    const { files, notes = [], next } = plan(positionals, values);
    const changes = changesOf(files);
    // Another command may have started meanwhile.
    if (needsCommit) checkCommitted();
    for (const line of [...listed(changes, isDryRun), ...notes]) console.log(line);
    if (isDryRun) return;
    applyChanges(changes, force ? undefined : checkTypes);
    console.log(['\nWhat to do next', ...next.map((line) => `  - ${line}`)].join('\n'));
  } catch (error) {
    console.error(refusalOf(error as NodeJS.ErrnoException));
    process.exitCode = 1;
  }
}

/** Returns the message of an error. The system's, as of a full disk, does not say what that means for the sources. */
export const refusalOf = ({ code, message }: NodeJS.ErrnoException) =>
  code === undefined ? message : `Nothing was changed. ${message}`;

/** Formats the sources, before anything is written. Leaves out files that would not change. */
function changesOf(files: Plan['files']): Changes {
  const written = [...files].filter((entry): entry is [string, string] => entry[1] !== undefined);
  const all = new Map([...files, ...formatSources(new Map(written))]);
  return pendingChanges(new Map([...all].map(([path, text]) => [join(root, path), text])));
}

/** Throws if git could not undo the command. */
function checkCommitted() {
  if (gitStatus() !== '')
    throw new Error(
      'Nothing was changed: there are changes that are not committed. Commit them, so that git can undo this command, or repeat it with --force.',
    );
}

function gitStatus() {
  try {
    return uncommitted(root, ['.']);
  } catch (error) {
    // Git names the reason in its first line, such as a folder without a repository or of another user.
    const { stderr, message } = error as { stderr?: string; message: string };
    const [reason] = (stderr || message).split('\n');
    throw new Error(
      `Nothing was changed: git could not undo this command (${reason}). Repeat it with --force.`,
    );
  }
}

/** Throws if the written sources have type errors. */
function checkTypes() {
  console.log('Checking types …');
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  checkCompiled(spawnSync(process.execPath, [tsc], { cwd: root, encoding: 'utf8' }));
}

/** Throws if the compiler found errors, or if it ended before it could tell, as after Ctrl-C. */
export function checkCompiled({ status, stdout, stderr }: Compiled) {
  if (status === 0) return;
  const errors = stdout.trim().split('\n').slice(0, ERRORS_SHOWN).join('\n');
  if (errors === '')
    throw new Error(`Nothing was changed, because the type check did not end. ${stderr}`.trim());
  throw new Error(
    `Nothing was changed, because the result has type errors (--force keeps it):\n${errors}`,
  );
}

function listed(changes: Changes, isDryRun = false) {
  const paths = [...changes].map(([file, text]) => ({ file: file.slice(root.length + 1), text }));
  const kindOf = ({ file, text }: (typeof paths)[number]) => {
    if (text === undefined) return isDryRun ? 'Would remove:' : 'Removes:';
    if (existsSync(join(root, file))) return isDryRun ? 'Would change:' : 'Changes:';
    return isDryRun ? 'Would write:' : 'Writes:';
  };
  return [...Map.groupBy(paths, kindOf)].flatMap(([kind, ofKind]) => [
    kind,
    ...ofKind.map(({ file }) => `  ${file}`),
  ]);
}
