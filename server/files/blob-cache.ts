import { LRUCache } from 'lru-cache';
import type { Blobs } from './blobs.ts';

/** Photos up to this size are cached and sent as a whole; larger ones are read in pieces. */
export const SMALL_BLOB_MAX_BYTES = 256 * 1024;
const CACHE_BYTES = 16 * 1024 * 1024;

/** Reads blobs, and caches the small ones that were read last. The content under a name never changes. */
export function createCachedReader({ get }: Pick<Blobs, 'get'>): Blobs['get'] {
  const cache = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: CACHE_BYTES,
    maxEntrySize: SMALL_BLOB_MAX_BYTES,
    // A file that lost its bytes has no size, which the cache would not accept.
    sizeCalculation: (bytes) => Math.max(bytes.length, 1),
  });
  return async (name) => {
    const cached = cache.get(name);
    if (cached) return cached;
    const bytes = await get(name);
    if (bytes) cache.set(name, bytes);
    return bytes;
  };
}
