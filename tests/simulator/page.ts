import type { Report } from './report.ts';

export type Page = ReturnType<typeof createPage>;

/** Creates a page of the app that can be killed at any step: before or after anything it waits for. */
export function createPage(name: string, { log, counts }: Report) {
  let isAlive = true;
  let stepsLeft = Number.POSITIVE_INFINITY;
  const onClose: (() => void)[] = [];

  function close() {
    if (!isAlive) return;
    isAlive = false;
    for (const listener of onClose) listener();
  }

  function kill() {
    counts.faults++;
    log(`${name} is killed`);
    close();
  }

  return {
    name,
    get isAlive() {
      return isAlive;
    },
    close,
    kill,
    killAfter(steps: number) {
      stepsLeft = steps;
    },
    onClose: (listener: () => void) => void onClose.push(listener),

    /** Counts a step. Returns false if the page is dead. */
    step() {
      if (isAlive && stepsLeft-- <= 0) kill();
      return isAlive;
    },

    /** Waits for something outside the page. Never resolves if the page is then dead. */
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
