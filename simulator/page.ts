import type { Report } from './report.ts';

export type Page = ReturnType<typeof createPage>;

/** A page of the app on a device, which can be killed at any of its steps: before or after whatever it waits for. */
export function createPage(name: string, { log, counts }: Report) {
  let isAlive = true;
  let stepsLeft = Number.POSITIVE_INFINITY;
  const onKill: (() => void)[] = [];

  function kill() {
    if (!isAlive) return;
    isAlive = false;
    counts.faults++;
    log(`${name} is killed`);
    for (const listener of onKill) listener();
  }

  return {
    name,
    get isAlive() {
      return isAlive;
    },
    kill,
    killAfter(steps: number) {
      stepsLeft = steps;
    },
    onKill: (listener: () => void) => void onKill.push(listener),

    /** Counts a step. Returns false if the page is dead. */
    step() {
      if (isAlive && stepsLeft-- <= 0) kill();
      return isAlive;
    },

    /** Waits for something outside the page. Never resolves if the page is dead then. */
    async wait<T>(outside: Promise<T>): Promise<T> {
      const settled = await outside.then(
        (value) => () => value,
        (error) => () => {
          throw error;
        },
      );
      return this.step() ? settled() : never();
    },
  };
}

export const never = () => new Promise<never>(() => {});
