import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, createDeflateRaw } from 'node:zlib';

const PIECE_BYTES = 64 * 1024;

/**
 * Collects a text of any length compressed in a temporary file, for an archive that needs its size before its content.
 * The file has no name, so that it is gone with the process.
 */
export async function openSpool() {
  const path = join(tmpdir(), `export-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  const deflate = createDeflateRaw();
  let compressed: Buffer[] = [];
  deflate.on('data', (chunk: Buffer) => compressed.push(chunk));
  let crc = 0;
  let size = 0;
  let storedSize = 0;

  return {
    async write(text: string) {
      const bytes = Buffer.from(text);
      crc = crc32(bytes, crc);
      size += bytes.length;
      await new Promise<void>((resolve, reject) =>
        deflate.write(bytes, (error) => (error ? reject(error) : resolve())),
      );
      await store();
    },

    /** Ends the text. Returns its description for an archive. */
    async finish() {
      await new Promise<void>((resolve, reject) =>
        deflate.on('end', resolve).on('error', reject).end(),
      );
      await store();
      return { crc, size, storedSize };
    },

    /** Reads the compressed text. */
    async *pieces(): AsyncGenerator<Uint8Array> {
      for (let position = 0; position < storedSize; ) {
        const { buffer, bytesRead } = await file.read(
          Buffer.allocUnsafe(PIECE_BYTES),
          0,
          PIECE_BYTES,
          position,
        );
        if (bytesRead === 0) throw new Error('The temporary file of an export was cut off.');
        position += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    },

    async close() {
      deflate.destroy();
      await file.close();
    },
  };

  async function store() {
    const chunks = compressed;
    compressed = [];
    for (const chunk of chunks) {
      await file.write(chunk, 0, chunk.length, storedSize);
      storedSize += chunk.length;
    }
  }
}
