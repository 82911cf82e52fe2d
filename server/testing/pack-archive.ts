import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { Header } from 'tar';

const BLOCK_BYTES = 512;

export type PackedFile = {
  path: string;
  content: string | Buffer;
  /** The size to declare, if it should differ from the real one. */
  size?: number;
};

/** Packs files as an attacker could, without any check. */
export async function packArchive(file: string, files: PackedFile[], padding = 2 * BLOCK_BYTES) {
  const parts = files.flatMap(({ path, content, size }) => {
    const bytes = Buffer.from(content);
    const header = new Header({ path, size: size ?? bytes.length, type: 'File', mode: 0o600 });
    header.encode();
    return [header.block as Buffer, bytes, Buffer.alloc(-bytes.length & (BLOCK_BYTES - 1))];
  });
  await writeFile(file, gzipSync(Buffer.concat([...parts, Buffer.alloc(padding)])));
}

/** Returns a manifest that makes files look like a backup. */
export function manifestOf(files: PackedFile[], totals: object): PackedFile {
  const lines = files.map(({ path, content }) => {
    const bytes = Buffer.from(content);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    return JSON.stringify({ path, size: bytes.length, sha256 });
  });
  return { path: 'manifest.jsonl', content: `${[...lines, JSON.stringify(totals)].join('\n')}\n` };
}
