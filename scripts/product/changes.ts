import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';

/** New file contents by path. Undefined removes the file. */
export type Changes = Map<string, string | Buffer | undefined>;

/** Leaves out files that already have the content. */
export function pendingChanges(changes: Changes): Changes {
  return new Map(
    [...changes].filter(([file, content]) => {
      if (!existsSync(file)) return content !== undefined;
      return content === undefined || !readFileSync(file).equals(Buffer.from(content));
    }),
  );
}

/** Ctrl-C, and what `scripts/run.mjs` passes on when a terminal is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Writes and removes files, and removes folders that become empty. If one fails, or if `verify` then throws, restores
 * the earlier ones. No signal stops it halfway.
 */
export function applyChanges(changes: Changes, verify?: () => void) {
  const before: Changes = new Map();
  for (const signal of SIGNALS) process.on(signal, ignoreSignal);
  try {
    for (const [file, content] of pendingChanges(changes)) {
      before.set(file, existsSync(file) ? readFileSync(file) : undefined);
      apply(file, content);
    }
    verify?.();
  } catch (error) {
    const created = [...before].filter(([, content]) => content === undefined);
    // First, because it makes room on a full disk.
    for (const [file] of created) apply(file, undefined);
    for (const [file, content] of pendingChanges(before)) apply(file, content);
    throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, ignoreSignal);
  }
}

function ignoreSignal() {}

function apply(file: string, content: string | Buffer | undefined) {
  if (content === undefined) return remove(file);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
}

function remove(file: string) {
  if (existsSync(file)) rmSync(file);
  for (let folder = dirname(file); isEmptyOrMissing(folder); folder = dirname(folder))
    if (existsSync(folder)) rmdirSync(folder);
}

function isEmptyOrMissing(folder: string) {
  if (!existsSync(folder)) return true;
  return statSync(folder).isDirectory() && readdirSync(folder).length === 0;
}
