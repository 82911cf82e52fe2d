import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/**
 * Collects a text of any length compressed in a temporary file, for an archive that needs its size before its content.
 * The file has no name, so that it is gone with the process.
 */
export async function openSpool() {
  const path = join(tmpdir(), `export-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  const deflate = createDeflateRaw();
  let crc = 0;
  let size = 0;
  let storedSize = 0;
  const storing = pipeline(deflate, async (chunks) => {
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      storedSize += chunk.length;
    }
  });
  // A failure is thrown by the next write.
  storing.catch(() => {});

  return {
    async write(text: string) {
      const bytes = Buffer.from(text);
      crc = crc32(bytes, crc);
      size += bytes.length;
      if (deflate.destroyed || !deflate.write(bytes))
        await Promise.race([storing, once(deflate, 'drain')]);
    },

    /** Ends the text. Returns its description for an archive. */
    async finish() {
      deflate.end();
      await storing;
      return { crc, size, storedSize };
    },

    /** Reads the compressed text. */
    pieces: () => file.createReadStream({ start: 0, autoClose: false }),

    async [Symbol.asyncDispose]() {
      deflate.destroy();
      await storing.catch(() => {});
      await file.close();
    },
  };
}
