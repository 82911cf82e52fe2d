/** Runs a step of a deployment and prints what it is and how long it took. */
export async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const show = (end: string) => process.stdout.write(`${name} …${end}`);
  if (process.stdout.isTTY) show('');
  try {
    const result = await work();
    const time = ` ${((performance.now() - started) / 1000).toFixed(1)} s\n`;
    if (process.stdout.isTTY) process.stdout.write(time);
    else show(time);
    return result;
  } catch (error) {
    if (process.stdout.isTTY) process.stdout.write('\n');
    throw error;
  }
}

export const MEGABYTE = 1_000_000;

export const megabytes = (bytes: number) => `${Math.ceil(bytes / MEGABYTE)} MB`;
