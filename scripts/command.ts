import { createPrivateFiles } from '#server/private-files.ts';

/** The frame of a command: its usage when the words are off, one clear line when it fails. */
export async function command(usage: string, work: (args: string[]) => Promise<unknown>) {
  createPrivateFiles();
  try {
    if ((await work(process.argv.slice(2))) !== 'usage') return;
    console.error(`usage: ${usage}`);
  } catch (error) {
    console.error((error as Error).message);
  }
  process.exitCode = 1;
}
