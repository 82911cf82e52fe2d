import { accessSync, constants, existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Finding, note, ok, problem } from './check.ts';

const MEGABYTE = 1_000_000;
const LITTLE_SPACE_MB = 1000;
const TOO_LITTLE_SPACE_MB = 100;

/** Returns why a folder or file cannot be written, or undefined if it can. A missing one is created later. */
export function cannotWrite(path: string): string | undefined {
  const existing = nearestExisting(path);
  try {
    // To create a file, one must also be able to enter its folder.
    accessSync(existing, constants.W_OK | (existing === path ? 0 : constants.X_OK));
    return undefined;
  } catch {
    return `${existing} cannot be written by this user: change its owner or set another DATA_DIR`;
  }
}

/** Checks the free space of the disk that contains a folder, or will contain it. */
export function checkSpace(folder: string): Finding {
  const { bavail, bsize } = statfsSync(nearestExisting(folder));
  const free = Math.floor((bavail * bsize) / MEGABYTE);
  const text = `${free} MB are free on the disk of ${folder}`;
  if (free >= LITTLE_SPACE_MB) return ok(text);
  return free >= TOO_LITTLE_SPACE_MB
    ? note(`only ${text}: make room before it is full`)
    : problem(`only ${text}: make room, writes will fail`);
}

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}
