import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createGzip } from 'node:zlib';
import { root } from '#scripts/product/change-command.ts';
import type { Facts } from './facts.ts';
import { checksumOf } from './file-list.ts';
import type { DeploymentOptions } from './options.ts';

/** Older ones answer writes with 502 while the server restarts. */
const VERSION = '2.11.2';
/** The SHA-512 checksums that its authors published. */
const CHECKSUMS: Record<string, [name: string, checksum: string]> = {
  x86_64: [
    'amd64',
    '2513b289054386b76642a9e8bfc10d217df2b5361e4cdd0c72672b0eeab57ae737d57466eb70f1a44233cbcc697ecf21de88137ca45ef4b64f150a32b58f5f14',
  ],
  aarch64: [
    'arm64',
    '630d1e096e3c9594fd2f4f7129356ee5d6c7e53d0ca1b9a0c7486612c6d752ff355c96738c7a28c60367a5f1da4b51afca731bb745fb0b97cda4c811214cdc48',
  ],
};
/** The name of a program that a person chose. */
const CHOSEN = 'own';
const CACHE = join(root, 'node_modules/.cache/deploy');

/** Tells whether Caddy is the reverse proxy of a server. One that was set up with another keeps that. */
export const usesCaddy = ({ version, caddy }: Facts, options: DeploymentOptions) =>
  options.usesCaddy && !(version && !caddy && !options.caddy);

/**
 * Returns what a server needs, or undefined if it has that already. A program that a person chose once stays until they
 * choose another.
 */
export async function neededCaddy(
  { architecture, caddy, caddyVersion }: Facts,
  chosen: string | undefined,
) {
  if (!chosen && caddy && (caddyVersion === VERSION || caddyVersion === CHOSEN)) return undefined;
  const file = chosen ?? (await download(architecture));
  const checksum = await checksumOf(file);
  if (checksum === caddy) return undefined;
  return {
    name: chosen ? CHOSEN : VERSION,
    checksum,
    open: () => createReadStream(file).pipe(createGzip({ level: 1 })),
  };
}

async function download(architecture: string) {
  const [name, checksum] = CHECKSUMS[architecture] ?? [];
  if (!name) throw new Error(`There is no Caddy for ${architecture}.`);
  const file = join(CACHE, `caddy-${VERSION}-${name}`);
  if (await stat(file).catch(() => undefined)) return file;
  await mkdir(CACHE, { recursive: true });
  const folder = await mkdtemp(join(CACHE, 'caddy-'));
  try {
    const archive = `caddy_${VERSION}_linux_${name}.tar.gz`;
    const url = `https://github.com/caddyserver/caddy/releases/download/v${VERSION}/${archive}`;
    console.log(`Downloading ${url} …`);
    const bytes = await fetchBytes(url);
    if (createHash('sha512').update(bytes).digest('hex') !== checksum)
      throw new Error(`${url} is not the file whose checksum is known. Nothing was installed.`);
    await writeFile(join(folder, archive), bytes);
    await promisify(execFile)('tar', ['-xzf', join(folder, archive), '-C', folder, 'caddy']);
    await rename(join(folder, 'caddy'), file);
    return file;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function fetchBytes(url: string) {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    const { message, cause } = error as Error & { cause?: { code?: string } };
    throw new Error(
      `Caddy could not be downloaded from ${url} (${cause?.code ?? message}). Download it elsewhere and pass the program with --caddy.`,
      { cause: error },
    );
  }
}
