// Does work once for the same inputs, even if several processes want it at the same time.
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './root.mjs';

const LOCK = join(root, '.setup-lock');
/** Longer than any installation. An older lock was left by a killed process. */
const LOCK_MAX_AGE_MS = 30 * 60 * 1000;
const REMOVING = `${LOCK}-removal`;
/** Much longer than a removal. */
const REMOVAL_MAX_AGE_MS = 10_000;

/**
 * Does work, unless its stamp says that it was done with these inputs, which may depend on the stamp. With `again`,
 * always does it.
 */
export async function unlessDone(stamp, inputsAfter, doing, work, { again = false } = {}) {
  const path = join(root, stamp);
  const isDone = () => !again && contentOf(path) === inputsAfter(contentOf(path));
  if (isDone()) return;
  checkWritable(doing, [root, dirname(path)]);
  await lock();
  try {
    // Another process may have done it since.
    if (isDone()) return;
    const before = contentOf(path);
    console.log(`${doing} …`);
    await work(before);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, inputsAfter(before));
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** Stops if one of the folders is not writable: the work would fail later without a clear error. */
function checkWritable(doing, folders) {
  for (const folder of folders.filter((folder) => existsSync(folder)))
    try {
      accessSync(folder, constants.W_OK);
    } catch {
      console.error(`${doing} is not possible, because this user cannot write to ${folder}`);
      process.exit(1);
    }
}

/** Waits until no other process installs or builds in this folder. */
async function lock() {
  for (;;) {
    try {
      return writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!isLeftOver() || !removeLeftOver()) await sleep(200);
  }
}

/**
 * Removes the lock of a killed process. One process at a time, or a second one would remove the new lock of the first.
 * Returns false if another process is at it.
 */
function removeLeftOver() {
  try {
    mkdirSync(REMOVING);
  } catch {
    if (isOlderThan(REMOVING, REMOVAL_MAX_AGE_MS))
      rmSync(REMOVING, { recursive: true, force: true });
    return false;
  }
  try {
    if (isLeftOver()) rmSync(LOCK, { force: true });
    return true;
  } finally {
    rmSync(REMOVING, { recursive: true, force: true });
  }
}

/** Tells whether a file exists and is older. */
function isOlderThan(path, ms) {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs > ms;
}

/** Tells whether the process that holds the lock is gone. */
function isLeftOver() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'));
    if (isOlderThan(LOCK, LOCK_MAX_AGE_MS)) return true;
    // In a restarted container, processes have the same ids as before.
    if (pid === process.pid) return true;
    // The file is empty for a moment, until the id is written.
    if (pid) process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Returns a hash of the names and contents of files. A folder stands for all files in it that are not excluded. */
export function fingerprint(paths, excluded) {
  const hash = createHash('sha256');
  for (const path of paths.flatMap((path) => filesBelow(path, excluded)))
    hash.update(`${path}\0`).update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

function filesBelow(path, excluded) {
  if (excluded?.test(path)) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesBelow(`${path}/${name}`, excluded));
}

/** Returns the text of a file, or undefined if it cannot be read. */
export function contentOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Releases the lock and ends the process, so that others may do the work. */
export function exit(code) {
  rmSync(LOCK, { force: true });
  process.exit(code);
}
