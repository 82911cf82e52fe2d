import { Directory, Encoding, Filesystem } from '@capacitor/filesystem';
import type { DeviceFiles } from '../definitions.ts';

/** The app's own folder that no backup contains: `Library/NoCloud` on iOS, the files directory on Android. */
const directory = Directory.LibraryNoCloud;
const encoding = Encoding.UTF8;

/** The name of a file that is still being written. One per folder is enough, because calls run one by one. */
const UNFINISHED = 'unfinished.tmp';

/** The plugin's error code for a file or folder that does not exist. */
const NOT_FOUND = 'OS-PLUG-FILE-0008';

/** Stores files in the app. Calls run one by one, in the order in which they were made. */
export const deviceFiles = {
  list: (folder) =>
    inOrder(async () => {
      const found = await ifFound(Filesystem.readdir({ directory, path: folder }));
      return (found?.files ?? [])
        .filter(({ name, type }) => type === 'file' && name !== UNFINISHED)
        .map(({ name }) => name);
    }),

  read: (path) =>
    inOrder(async () => {
      const found = await ifFound(Filesystem.readFile({ directory, path, encoding }));
      // A blob is returned only in browsers.
      return found?.data as string | undefined;
    }),

  write: (path, text) =>
    inOrder(async () => {
      const unfinished = path.replace(/[^/]*$/, UNFINISHED);
      await Filesystem.writeFile({
        directory,
        path: unfinished,
        data: text,
        encoding,
        recursive: true,
      });
      // The plugin deletes an earlier file just before it renames. On iOS this call also excludes the new
      // folder from backups: the plugin marks it in every call that finds it.
      await Filesystem.rename({ directory, from: unfinished, to: path });
    }),

  remove: (path) =>
    inOrder(async () => {
      await ifFound(Filesystem.deleteFile({ directory, path }));
    }),

  removeFolder: (folder) =>
    inOrder(async () => {
      await ifFound(Filesystem.rmdir({ directory, path: folder, recursive: true }));
    }),
} satisfies DeviceFiles;

let previous: Promise<unknown> = Promise.resolve();

/** Runs `work` after all earlier calls, whether they succeeded or not. */
function inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = previous.then(work);
  previous = result.catch(() => {});
  return result;
}

/** Returns undefined if the file or folder does not exist. */
async function ifFound<Result>(call: Promise<Result>): Promise<Result | undefined> {
  try {
    return await call;
  } catch (error) {
    if ((error as { code?: string }).code === NOT_FOUND) return undefined;
    throw error;
  }
}
