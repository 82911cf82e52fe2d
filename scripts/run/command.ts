import { createPrivateFiles } from '#server/process/private-files.ts';

/** Runs a command. Prints its usage when the arguments are wrong, and one line when it fails. */
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
