import { open } from 'node:fs/promises';

/** Makes a rename in a folder durable: it survives a power cut once this resolves. */
export async function syncFolder(folder: string) {
  // Windows cannot open a folder; its rename is durable without.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
