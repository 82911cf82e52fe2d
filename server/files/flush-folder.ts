import { open } from 'node:fs/promises';

/** Makes a rename in a folder durable. Once this resolves, it survives a power failure. */
export async function flushFolder(folder: string) {
  // Windows cannot open a folder. Its renames are durable without this.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
