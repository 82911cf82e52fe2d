import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { getMimeType } from 'hono/utils/mime';

export type Encoding = 'br' | 'gzip' | 'identity';

export type Resource = ReturnType<typeof createResource>;

/** Creates a file of the site, in memory. */
export function createResource({
  name,
  bytes,
  brotli,
}: {
  name: string;
  bytes: Buffer;
  /** The content as compressed by the build. */
  brotli?: Buffer | undefined;
}) {
  const contentType = getMimeType(name) ?? 'application/octet-stream';
  const compressed: Partial<Record<Encoding, Promise<Buffer>>> = {
    identity: Promise.resolve(bytes),
    ...(brotli && { br: Promise.resolve(brotli) }),
  };
  let etag: string | undefined;

  return {
    contentType,
    cacheControl: cacheControl(name),
    isCompressible: COMPRESSIBLE_CONTENT_TYPE_REGEX.test(contentType),

    // Weak, because all encodings share it.
    etag() {
      etag ??= `W/"${hash('sha256', bytes, 'base64url').slice(0, ETAG_CHARACTERS)}"`;
      return etag;
    },

    /** Returns the content in an encoding. Compresses it at the first request if the build did not. */
    async encoded(encoding: Encoding) {
      compressed[encoding] ??= COMPRESS[encoding](bytes);
      try {
        return { encoding, bytes: await compressed[encoding] };
      } catch {
        // For example because memory is short. The next request tries again.
        delete compressed[encoding];
        return { encoding: 'identity' as const, bytes };
      }
    },
  };
}

/** Chooses the smallest encoding that the client accepts. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const accepted = parseAccept(acceptEncoding ?? '');
  const quality = (encoding: string) =>
    (
      accepted.find(({ type }) => type.toLowerCase() === encoding) ??
      accepted.find(({ type }) => type === '*')
    )?.q ?? 0;
  const [br, gzip] = [quality('br'), quality('gzip')];
  if (br > 0 && br >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : 'identity';
}

const ETAG_CHARACTERS = 22;
const YEAR_SECONDS = 365 * 24 * 60 * 60;

// The first request waits for it: quality 11 would make the home page 12 % smaller but take 13 times as long.
const BROTLI_QUALITY = 5;

const COMPRESS: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY },
    }),
  gzip: promisify(gzip),
  identity: async (bytes) => bytes,
};

/** Lets files under assets/ be cached for good: their names contain a hash of the content. */
function cacheControl(name: string) {
  return name.startsWith('assets/') ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache';
}
