import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { Header } from 'tar';

export type TarEntry = {
  path: string;
  /** The type in tar's terms: File, SymbolicLink, Directory … */
  type: string;
  size: number;
  /** The content. Unread parts are skipped. */
  content: AsyncIterable<Buffer>;
};

const BLOCK_BYTES = 512;
/** tar fills up the last record with zeros. */
const MAX_PADDING_BYTES = 1024 * 1024;
const TRUNCATED = 'it is truncated.';

/** Reads a .tgz entry by entry, without writing to the disk. */
export async function* readTar(handle: FileHandle): AsyncGenerator<TarEntry, undefined> {
  using bytes = createByteReader(handle);
  for (;;) {
    const header = new Header(await bytes.readBlock());
    if (header.nullBlock) return await bytes.readToEnd();
    if (!header.cksumValid || !header.path) throw new Error('it is not a tar archive.');
    const size = header.size ?? 0;
    const content = bytes.read(size);
    yield { path: header.path, type: header.type, size, content };
    for await (const _ of content);
    for await (const _ of bytes.read(-size & (BLOCK_BYTES - 1)));
  }
}

function createByteReader(handle: FileHandle) {
  const gunzip = createGunzip();
  // The loop that reads gunzip throws the errors of both streams.
  pipeline(handle.createReadStream({ start: 0, autoClose: false }), gunzip, () => {});
  const chunks = gunzip[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  return {
    read,
    readBlock: () => buffer(read(BLOCK_BYTES)),
    /** Reads to the end: gzip detects damage only there. */
    async readToEnd() {
      for (let left = MAX_PADDING_BYTES; left >= 0; ) {
        const { done, value } = await chunks.next().catch(explain);
        if (done) return undefined;
        left -= value.length;
      }
      throw new Error('it continues after its end.');
    },
    [Symbol.dispose]: () => void gunzip.destroy(),
  };

  async function* read(size: number) {
    for (let left = size; left > 0; ) {
      if (rest.length === 0) rest = await nextChunk();
      const part = rest.subarray(0, left);
      rest = rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
  }

  async function nextChunk(): Promise<Buffer> {
    const { done, value } = await chunks.next().catch(explain);
    if (done) throw new Error(TRUNCATED);
    return value;
  }
}

function explain(error: NodeJS.ErrnoException): never {
  if (error.code === 'Z_BUF_ERROR') throw new Error(TRUNCATED);
  if (error.code?.startsWith('Z_')) throw new Error(`it is damaged or no .tgz (${error.message}).`);
  throw error;
}
