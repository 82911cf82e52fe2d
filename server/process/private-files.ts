import { chmodSync, readdirSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { databaseFile } from '#server/database/database-file.ts';

// What the server and its commands create in the data folder besides the database. Photos are protected by their
// folder.
const OWN = /^(files|before-restore-.*\.tgz)$/;
const OTHERS = 0o077;

/** Makes the files and folders that this process will create accessible to its user only. */
export function createPrivateFiles() {
  process.umask(OTHERS);
}

/**
 * Makes existing files with wider modes private. Returns the files that could not be changed. Does not change the data
 * folder itself: it may be shared, such as /tmp.
 */
export function makePrivate(dataDir: string) {
  const paths = ownFilesIn(dataDir).map((name) => join(dataDir, name));
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

/** Lists the files of the server. Returns none if folder or database cannot be read: opening it reports the error. */
function ownFilesIn(folder: string) {
  try {
    const database = basename(databaseFile(folder));
    return readdirSync(folder).filter((name) => name.startsWith(database) || OWN.test(name));
  } catch {
    return [];
  }
}
