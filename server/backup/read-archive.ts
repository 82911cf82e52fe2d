import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Schema } from '#server/database/schema.ts';
import type { ServerFeature } from '#server/feature.ts';
import {
  createTotals,
  FORMAT,
  fileKind,
  HEADER,
  MANIFEST,
  type Totals,
  tablesOf,
} from './format.ts';
import { readTar, type TarEntry } from './read-tar.ts';
import { manifestLine } from './write-archive.ts';

/** A backup whose content was completely read and matches its manifest. */
export type VerifiedArchive = {
  totals: Totals;
  /** The tables that a restore replaces. */
  tables: (keyof Schema)[];
  /** The features of this version. */
  features: string[];
  entries(): AsyncGenerator<TarEntry, undefined>;
  close(): Promise<void>;
};

const LINE_FEED = 0x0a;

/** Opens a backup after verifying every checksum in it. Throws an error with a message of one line if it is damaged. */
export async function openArchive(
  file: string,
  features: Pick<ServerFeature, 'name' | 'tables'>[],
): Promise<VerifiedArchive> {
  const tables = tablesOf(features);
  const handle = await open(file).catch((error) => reject(file, error));
  try {
    const totals = await verify(handle, tables);
    return {
      totals,
      tables,
      features: features.map(({ name }) => name),
      entries: () => readTar(handle),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    return reject(file, error);
  }
}

function reject(file: string, error: unknown): never {
  const reason = (error as Error).message.replaceAll(/\s+/g, ' ');
  throw new Error(`${file} cannot be restored, and nothing was changed: ${reason}`, {
    cause: error,
  });
}

/** Writes a manifest of what the archive contains to a temporary file and compares it with the archive's own. */
async function verify(handle: FileHandle, tables: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'verify-backup-'));
  const found = await open(join(folder, MANIFEST), 'w+', 0o600);
  const totals = createTotals();
  let complete = false;
  let hasRows = false;
  try {
    const entries = readTar(handle);
    await found.appendFile(await readHeader((await entries.next()).value));
    for await (const entry of entries) {
      const file = entry.type === 'File' ? fileKind(entry.path, tables) : undefined;
      // A restore stores the photos first, then the rows.
      const isLate = file?.kind === 'photo' && hasRows;
      hasRows ||= file?.kind === 'rows';
      const unknown = /^rows\/(\w+)\//.exec(file ? '' : entry.path)?.[1];
      if (unknown)
        throw new Error(`it has rows of the table ${unknown}, whose feature is not registered.`);
      if (!file || complete || isLate)
        throw new Error(`${entry.path} (${entry.type}) is not part of the backup format.`);
      if (file.kind === 'manifest') {
        await found.appendFile(manifestLine(totals.value()));
        await compare(entry.content, found.createReadStream({ start: 0, autoClose: false }));
        complete = true;
      } else {
        const { line, lineFeeds } = await describe(entry);
        await found.appendFile(line);
        totals.count(file, lineFeeds);
      }
    }
    if (!complete) throw new Error('it is truncated: its manifest is missing.');
    return totals.value();
  } finally {
    await found.close();
    await rm(folder, { recursive: true });
  }
}

async function readHeader(entry: TarEntry | undefined) {
  if (entry?.path !== HEADER)
    throw new Error(`it does not start with ${HEADER}, as backups of this version do.`);
  const bytes = await buffer(entry.content);
  const { format } = JSON.parse(bytes.toString());
  if (format !== FORMAT)
    throw new Error(`its format is ${format}, but this version reads format ${FORMAT}.`);
  return (await describe({ ...entry, content: Readable.from([bytes]) })).line;
}

/** Returns the line of the manifest for an entry. */
async function describe({ path, size, content }: TarEntry) {
  const hash = createHash('sha256');
  let lineFeeds = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, at + 1))
      lineFeeds++;
  }
  return { line: manifestLine({ path, size, sha256: hash.digest('hex') }), lineFeeds };
}

/** Compares two manifests line by line in constant memory. Throws at the first difference. */
async function compare(manifest: AsyncIterable<Buffer>, found: AsyncIterable<Buffer>) {
  const foundLines = lines(found);
  for await (const expected of lines(manifest)) {
    const { value: actual } = await foundLines.next();
    if (actual !== expected) throw new Error(difference(expected, actual));
  }
  const { done, value: extra } = await foundLines.next();
  if (!done) throw new Error(difference(undefined, extra));
}

/** Splits ASCII text into lines. Not with readline, which loses the errors of its input. */
async function* lines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string, undefined> {
  let rest = '';
  for await (const chunk of chunks) {
    const parts = (rest + chunk.toString('latin1')).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  if (rest) yield rest;
  return undefined;
}

function difference(expected: string | undefined, actual: string | undefined) {
  const [expectedPath, actualPath] = [pathIn(expected), pathIn(actual)];
  if (actualPath === expectedPath)
    return `${actualPath ?? 'its content'} is not what was backed up: the checksum differs.`;
  if (!expectedPath) return `${actualPath} is not in its manifest.`;
  return `${expectedPath} is missing or is out of order.`;
}

function pathIn(line: string | undefined): string | undefined {
  return line && JSON.parse(line).path;
}
