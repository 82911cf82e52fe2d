import { randomUUID } from 'node:crypto';
import { createReadStream, mkdirSync } from 'node:fs';
import {
  access,
  constants,
  opendir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidSetting } from '#server/settings/read-setting.ts';
import { type Blobs, checkedName } from './blobs.ts';
import { flushFolder } from './flush-folder.ts';

const PIECE_BYTES = 128 * 1024;
const UNFINISHED = '.part';
const UNFINISHED_LIFETIME_MS = 24 * 60 * 60 * 1000;

export function openFolder(dataDir: string): Blobs {
  const folder = join(dataDir, 'files');
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw new InvalidSetting(`DATA_DIR cannot be used: ${(error as Error).message}`);
  }
  const at = (name: string) => join(folder, checkedName(name));

  return {
    kind: 'folder',

    /** Writes the file atomically. Resolves when it is on the disk. Two processes may write the same file at once. */
    async put(name, bytes) {
      const unfinished = `${at(name)}.${randomUUID()}${UNFINISHED}`;
      try {
        await writeFile(unfinished, bytes, { flush: true });
        await rename(unfinished, at(name));
        await flushFolder(folder);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
    },

    get: async (name) => readFile(at(name)).catch(undefinedIfMissing),

    async stream(name) {
      const found = await stat(at(name)).catch(undefinedIfMissing);
      return found && { size: found.size, pieces: readPieces(at(name)) };
    },

    remove: async (name) => rm(at(name), { force: true }),

    async removeUnfinished() {
      for await (const { name } of await opendir(folder)) {
        if (!name.endsWith(UNFINISHED)) continue;
        const path = join(folder, name);
        const { mtimeMs } = await stat(path);
        if (Date.now() - mtimeMs > UNFINISHED_LIFETIME_MS) await rm(path, { force: true });
      }
    },

    check: () => access(folder, constants.R_OK | constants.W_OK),
  };
}

function undefinedIfMissing(error: NodeJS.ErrnoException) {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}

/** Opens the file with the first piece: a response without a body would never close it. */
async function* readPieces(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path, { highWaterMark: PIECE_BYTES });
}
