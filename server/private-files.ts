import { chmodSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';

// What the server and its commands create in the data folder. The folder protects the photos in it.
const OWN = ['trifold.db*', 'files', 'before-restore-*.tgz'];
const OTHERS = 0o077;

/** Makes every file and folder that this process creates accessible to its user only. */
export function createPrivateFiles() {
  process.umask(OTHERS);
}

/**
 * Takes access from other users to what an earlier version created with wider modes, and returns what it could not
 * change. The data folder itself stays as it is: it may be one that others use too, such as /tmp.
 */
export function makePrivate(dataDir: string) {
  const paths = globSync(OWN, { cwd: dataDir }).map((name) => join(dataDir, name));
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
