import type { FileHandle } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { MANIFEST, MANIFEST_LINE_MAX_BYTES } from './format.ts';
import { readTar } from './read-tar.ts';
import { describeFile } from './write-archive.ts';

/** Finds the first file of an archive that differs from the manifest. Returns a sentence about it. */
export async function findDifference(handle: FileHandle) {
  // Reads the archive a second time, up to the manifest at its end.
  await using manifest = lines(readManifest(handle));
  for await (const { path, content } of readTar(handle)) {
    if (path === MANIFEST) break;
    const actual = describeFile(path, await buffer(content)).trimEnd();
    const { value: expected } = await manifest.next();
    if (actual !== expected) return describeDifference(pathIn(expected), path);
  }
  return describeDifference(pathIn((await manifest.next()).value), undefined);
}

async function* readManifest(handle: FileHandle) {
  for await (const { path, content } of readTar(handle)) if (path === MANIFEST) yield* content;
}

/** Splits ASCII text into lines of limited length. Not with readline, which loses the errors of its input. */
async function* lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + chunk.toString('latin1')).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
    if (rest.length > MANIFEST_LINE_MAX_BYTES)
      throw new Error(`${MANIFEST} has a line that is too long.`);
  }
  if (rest) yield rest;
  return undefined;
}

function describeDifference(expected: string | undefined, actual: string | undefined) {
  if (actual === expected)
    return `${actual ?? 'its content'} is not what was backed up: the checksum differs.`;
  if (!expected) return `${actual} is not in its manifest.`;
  return `${expected} is missing or is out of order.`;
}

/** Returns the path in a line of a manifest. The line of totals has none. */
function pathIn(line: string | undefined): string | undefined {
  const path = line && JSON.parse(line)?.path;
  return path && String(path);
}
