import { open } from 'node:fs/promises';

/** Makes a rename in a folder durable. Once this resolves, it survives a power failure. */
export async function flushFolder(folder: string) {
  // Windows cannot open a folder. Its renames are durable without this.
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}
