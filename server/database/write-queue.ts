import { WaitedTooLong } from './sqlite-locks.ts';

/** Starts one write at a time, in order. A write that waits past its deadline fails as if the database were locked. */
export function createWriteQueue(waitingMax: number) {
  const waiting = new Set<() => void>();
  let taken = false;

  return {
    isTaken: () => taken,

    async enter(deadline: number) {
      if (!taken) {
        taken = true;
        return;
      }
      if (waiting.size >= waitingMax) throw new WaitedTooLong();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const giveUp = () => {
        waiting.delete(enter);
        reject(new WaitedTooLong());
      };
      const timer = setTimeout(giveUp, deadline - performance.now());
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(enter);
      await promise;
    },

    leave() {
      const [next] = waiting;
      if (!next) taken = false;
      else {
        waiting.delete(next);
        next();
      }
    },
  };
}
