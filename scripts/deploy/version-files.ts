import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { root } from '#scripts/product/change-command.ts';
import { filesIn, LIST_NAME, listOf, pack, parseList } from './file-list.ts';

/**
 * What a server needs besides Node and native packages: the same as in the image, and its units. The process that
 * decodes pictures runs from the sources, and the server reads files beside them.
 */
const PATHS = ['deploy', 'dist', 'dist-server', 'features', 'package.json', 'server', 'shared'];
const NOT_NEEDED =
  /\.(test|test-d|spec)\.tsx?$|^features\/[^/]+\/(bench|e2e|copies|faults|testing)\/|^server\/testing\/|\/\.built$/;

/** Lists the files of the version that was built here, with their checksums. */
export async function listVersion() {
  const files = (await filesIn(root, PATHS)).filter((file) => !NOT_NEEDED.test(file));
  return listOf(root, files);
}

/** Returns the files in a list that differ from those in another. */
export function changedFiles(list: string, other: string) {
  const before = parseList(other);
  return [...parseList(list)]
    .filter(([path, checksum]) => before.get(path) !== checksum)
    .map(([path]) => path);
}

/** Calls `use` with an archive of some files of the version, and the list of all of them. */
export async function withArchive(
  list: string,
  files: string[],
  use: (archive: Readable) => Promise<void>,
) {
  const folder = await mkdtemp(join(tmpdir(), 'deploy-version-'));
  try {
    const file = join(folder, LIST_NAME);
    await writeFile(file, list);
    await use(pack(root, files, file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
