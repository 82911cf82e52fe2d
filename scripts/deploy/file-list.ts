import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';

/** The name of the list of files on the server, whose scripts check them with it. */
export const LIST_NAME = 'files.sha256';

/** Lists the files in these files and folders, by path from `folder`. */
export async function filesIn(folder: string, paths: string[]) {
  const all = await Promise.all(
    paths.map(async (path) => {
      if ((await stat(join(folder, path))).isFile()) return [path];
      const entries = await readdir(join(folder, path), { recursive: true, withFileTypes: true });
      return entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
        .map((path) => path.replaceAll('\\', '/'));
    }),
  );
  return all.flat().sort();
}

/** Returns the list of files that sha256sum checks. */
export async function listOf(folder: string, files: string[]) {
  const lines: string[] = [];
  for (const file of files) lines.push(`${await checksumOf(join(folder, file))}  ${file}\n`);
  return lines.join('');
}

/** Reads such a list: checksums by path. */
export const parseList = (list: string) =>
  new Map(
    list
      .split('\n')
      .filter(Boolean)
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );

export async function checksumOf(file: string) {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Packs files, and one file of another folder, into a compressed archive, with the tar of this machine. */
export function pack(folder: string, files: string[], other: string) {
  const more = ['-C', dirname(other), basename(other)];
  const child = spawn('tar', ['-czf', '-', '-C', folder, '-T', '-', ...more], {
    env: { ...process.env, COPYFILE_DISABLE: '1' },
  });
  child.stdin.on('error', () => {});
  child.stdin.end(files.join('\n'));
  const errors = text(child.stderr);
  child.on('close', async (status) => {
    if (status !== 0) child.stdout.destroy(new Error(`tar failed: ${(await errors).trim()}`));
  });
  child.on('error', (error) => child.stdout.destroy(error));
  return child.stdout;
}
