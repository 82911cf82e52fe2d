import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Header } from 'tar';
import { now } from '#server/clock/clock.ts';
import { flushFolder } from '#server/files/flush-folder.ts';
import {
  checkSize,
  createTotals,
  type FileKind,
  FORMAT,
  HEADER,
  MANIFEST,
  photoPath,
  ROWS_FILE_BYTES,
  rowsPath,
} from './format.ts';
import type { Row } from './read-rows.ts';

export type ArchiveWriter = Awaited<ReturnType<typeof openWriter>>;

const BLOCK_BYTES = 512;
/** The same in every archive, so that copies of several archives can share their equal parts. */
const MODIFIED_AT = new Date(0);
const END_OF_ARCHIVE = Buffer.alloc(2 * BLOCK_BYTES);

/**
 * Writes an archive in a temporary folder, and moves it to its final name when complete. The caller may put its own
 * temporary files into the folder, which is always deleted.
 */
export async function writeArchive<Result>(
  file: string,
  work: (archive: ArchiveWriter, folder: string) => Promise<Result>,
) {
  const finalName = resolve(file);
  const folder = `${finalName}.part`;
  // A backup that was interrupted by a crash may have left it.
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const unfinished = join(folder, 'archive.tgz');
    const archive = await openWriter(unfinished, join(folder, MANIFEST));
    const result = await archive.writeAround(() => work(archive, folder));
    await rename(unfinished, finalName);
    await flushFolder(dirname(finalName));
    return { ...result, totals: archive.totals() };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function openWriter(file: string, manifestFile: string) {
  const gzip = createGzip();
  const writing = pipeline(gzip, createWriteStream(file, { mode: 0o600, flush: true }));
  // The next write or the end of the archive throws its errors.
  writing.catch(() => {});
  const manifest = await open(manifestFile, 'w+', 0o600);
  const totals = createTotals();

  return {
    totals: totals.value,

    addPhoto: (name: string, bytes: Uint8Array) =>
      addFile(photoPath(name), { kind: 'photo', name }, bytes),

    /** Adds rows, in files of limited size: tar needs the size of a file before its content. */
    async addRows(table: string, rows: AsyncIterable<Row> | Iterable<Row>) {
      let files = 0;
      let bytes = 0;
      let lines: Buffer[] = [];
      for await (const row of rows) {
        const line = Buffer.from(`${JSON.stringify(row)}\n`);
        lines.push(line);
        bytes += line.length;
        if (bytes >= ROWS_FILE_BYTES) await flush();
      }
      if (lines.length > 0) await flush();

      async function flush() {
        const path = rowsPath(table, ++files);
        await addFile(path, { kind: 'rows', table }, Buffer.concat(lines), lines.length);
        bytes = 0;
        lines = [];
      }
    },

    /** Writes the header, runs `work`, then writes the manifest. Always closes the files. */
    async writeAround<Result>(work: () => Promise<Result>) {
      try {
        const header = { format: FORMAT, created_at: now() };
        await addFile(HEADER, { kind: 'header' }, Buffer.from(JSON.stringify(header)));
        const result = await work();
        await addManifest();
        gzip.end(END_OF_ARCHIVE);
        await writing;
        return result;
      } finally {
        gzip.destroy();
        await writing.catch(() => {});
        await manifest.close();
      }
    },
  };

  async function addFile(path: string, kind: FileKind, bytes: Uint8Array, lines = 0) {
    checkSize(path, kind, bytes.length);
    await addEntry(path, bytes.length, [bytes]);
    totals.count(kind, lines);
    await manifest.appendFile(describeFile(path, bytes));
  }

  async function addManifest() {
    await manifest.appendFile(manifestLine(totals.value()));
    const { size } = await manifest.stat();
    await addEntry(MANIFEST, size, manifest.createReadStream({ start: 0, autoClose: false }));
  }

  async function addEntry(
    path: string,
    size: number,
    content: AsyncIterable<Uint8Array> | Uint8Array[],
  ) {
    const header = new Header({ path, size, mtime: MODIFIED_AT, type: 'File', mode: 0o600 });
    header.encode();
    await write(header.block as Buffer);
    for await (const chunk of content) await write(chunk);
    const padding = -size & (BLOCK_BYTES - 1);
    if (padding > 0) await write(Buffer.alloc(padding));
  }

  async function write(chunk: Uint8Array) {
    if (gzip.write(chunk)) return;
    await Promise.race([once(gzip, 'drain'), writing]);
  }
}

/** Returns the manifest line of a file. */
export const describeFile = (path: string, bytes: Uint8Array) =>
  manifestLine({ path, size: bytes.length, sha256: hash('sha256', bytes, 'hex') });

/** Formats a manifest line. Writer and reader compare these lines as text. */
export const manifestLine = (line: object) => `${JSON.stringify(line)}\n`;
