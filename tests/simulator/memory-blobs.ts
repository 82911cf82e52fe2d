import type { Blobs } from '#server/files/blobs.ts';

/** Opens a store of files in memory. */
export async function openBlobs(): Promise<Blobs> {
  const blobs = new Map<string, Uint8Array<ArrayBuffer>>();
  return {
    kind: 'folder',
    async put(name, bytes) {
      blobs.set(name, bytes);
    },
    get: async (name) => blobs.get(name),
    async remove(name) {
      blobs.delete(name);
    },
    async removeUnfinished() {},
    async check() {},
  };
}
