import { chmodSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

// What the server and its commands create in the data folder. The photos are protected by their folder.
const OWN = /^(trifold\.db.*|files|before-restore-.*\.tgz)$/;
const OTHERS = 0o077;

/** Makes every file and folder that this process creates accessible to its user only. */
export function createPrivateFiles() {
  process.umask(OTHERS);
}

/**
 * Makes existing files private that have wider modes. Returns those that could not be changed. Does not change the data
 * folder itself: it may be shared, such as /tmp.
 */
export function makePrivate(dataDir: string) {
  const paths = namesIn(dataDir)
    .filter((name) => OWN.test(name))
    .map((name) => join(dataDir, name));
  return paths.filter((path) => {
    const { mode } = statSync(path);
    if ((mode & OTHERS) === 0) return false;
    try {
      chmodSync(path, mode & ~OTHERS & 0o777);
      return false;
    } catch {
      return true;
    }
  });
}

/** Lists a folder. Returns nothing if it does not exist or cannot be read, which opening the database reports. */
function namesIn(folder: string) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
