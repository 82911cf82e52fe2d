import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { Applied } from '#server/database/migration-records.ts';
import type { ServerFeature } from '#server/feature.ts';
import { findDifference } from './find-difference.ts';
import {
  checkSize,
  createTotals,
  type FileKind,
  FORMAT,
  fileKind,
  HEADER,
  tablesOf,
} from './format.ts';
import { parseRows } from './parse-rows.ts';
import { readTar, type TarEntry } from './read-tar.ts';
import { describeFile, manifestLine } from './write-archive.ts';

/** A backup that was read completely and matches its manifest. */
export type VerifiedArchive = Awaited<ReturnType<typeof openArchive>>;

export type AppliedMigration = Pick<Applied, 'feature' | 'name' | 'compatible'>;
type RestoredFeature = Pick<ServerFeature, 'name' | 'tables' | 'migrations'>;

/** The kinds of files, in the order of an archive. */
const ORDER: FileKind['kind'][] = ['header', 'photo', 'rows', 'manifest'];
const LINE_FEED = 0x0a;
const MAX_MIGRATIONS = 10_000;
const MAX_MESSAGE_CHARACTERS = 500;

/**
 * Opens a backup after verifying every checksum and row in it. Throws an error with a one-line message if it is
 * damaged.
 */
export async function openArchive(file: string, features: RestoredFeature[]) {
  const tables = tablesOf(features);
  const handle = await open(file).catch((error) => reject(file, error));
  try {
    return {
      ...(await verify(handle, tables)),
      /** The tables that a restore replaces. */
      tables,
      /** The features of this version. */
      features,
      entries: () => readTar(handle),
      close: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    return reject(file, error);
  }
}

function reject(file: string, error: unknown): never {
  const reason = oneLine((error as Error).message);
  throw new Error(`${file} cannot be restored, and nothing was changed: ${reason}`, {
    cause: error,
  });
}

/** Shortens a message to one line. Names and values in an archive may contain anything, such as terminal commands. */
export const oneLine = (message: string) =>
  message.slice(0, MAX_MESSAGE_CHARACTERS).replaceAll(/[\s\p{C}]+/gu, ' ');

/**
 * Reads the whole archive, in constant memory. Returns its totals and the migrations of the backed-up database.
 * Compares hashes of the computed and the stored manifest.
 */
async function verify(handle: FileHandle, tables: string[]) {
  const found = createHash('sha256');
  const totals = createTotals();
  const migrations: AppliedMigration[] = [];
  let problem: unknown;
  let previous: FileKind['kind'] | undefined;
  for await (const entry of readTar(handle)) {
    const file = checkEntry(entry, previous, tables);
    previous = file.kind;
    if (file.kind === 'manifest') {
      found.update(manifestLine(totals.value()));
      if ((await hashOf(entry.content)) !== found.digest('hex'))
        throw new Error(await findDifference(handle));
      continue;
    }
    const bytes = await buffer(entry.content);
    found.update(describeFile(entry.path, bytes));
    totals.count(file, countLineFeeds(bytes));
    if (file.kind === 'header') checkHeader(bytes);
    if (file.kind !== 'rows' || problem) continue;
    try {
      checkRows(entry.path, file.table, bytes, migrations);
    } catch (error) {
      // Thrown at the end: damaged rows do not match the manifest either, and that error says more.
      problem = error;
    }
  }
  if (previous !== 'manifest') throw new Error('it is truncated: its manifest is missing.');
  if (problem) throw problem;
  return { totals: totals.value(), migrations };
}

/** Checks the rows of a file. Collects the migrations among them. */
function checkRows(path: string, table: string, bytes: Buffer, migrations: AppliedMigration[]) {
  for (const row of parseRows(path, table, bytes)) {
    if (table === 'schema_migrations') migrations.push(row as AppliedMigration);
    if (migrations.length > MAX_MIGRATIONS)
      throw new Error(`${path} has more migrations than any database.`);
  }
}

function countLineFeeds(bytes: Buffer) {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) count++;
  return count;
}

/** Returns the kind of an entry. Throws if it does not belong there. */
function checkEntry(
  { path, type, size }: TarEntry,
  previous: FileKind['kind'] | undefined,
  tables: string[],
): FileKind {
  if (!previous && path !== HEADER)
    throw new Error(`it does not start with ${HEADER}, as backups of this version do.`);
  const file = type === 'File' ? fileKind(path, tables) : undefined;
  const unknown = /^rows\/(\w+)\//.exec(file ? '' : path)?.[1];
  if (unknown)
    throw new Error(
      `it has rows of the table ${unknown}, whose feature is not registered. The version that made it can restore it.`,
    );
  if (!file || !mayFollow(file.kind, previous))
    throw new Error(`${path} (${type}) is not part of the backup format.`);
  checkSize(path, file, size);
  return file;
}

/** Tells whether a kind of file may follow another. There may be many photos and row files. */
function mayFollow(kind: FileKind['kind'], previous: FileKind['kind'] | undefined) {
  if (kind === previous) return kind === 'photo' || kind === 'rows';
  return !previous || ORDER.indexOf(kind) > ORDER.indexOf(previous);
}

function checkHeader(bytes: Buffer) {
  const format = JSON.parse(bytes.toString())?.format;
  if (format !== FORMAT)
    throw new Error(
      `its format is ${JSON.stringify(format)}, but this version reads format ${FORMAT}.`,
    );
}

async function hashOf(content: AsyncIterable<Buffer>) {
  const hash = createHash('sha256');
  for await (const chunk of content) hash.update(chunk);
  return hash.digest('hex');
}
