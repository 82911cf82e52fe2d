import { never, type Page } from './page.ts';

/** Creates the locks of one browser, which its pages share. A killed page releases its own. */
export function createLocks() {
  type Claim = { page: Page; grant(): void };
  const queues = new Map<string, Claim[]>();

  /** Waits for a lock. Returns the function that releases it. */
  function acquire(page: Page, name: string, signal: AbortSignal): Promise<() => void> {
    if (!page.isAlive) return never();
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    return new Promise((resolve, reject) => {
      const claim: Claim = { page, grant: () => resolve(release) };
      function release() {
        const index = queue.indexOf(claim);
        if (index < 0) return;
        queue.splice(index, 1);
        if (index === 0) queue[0]?.grant();
      }
      const abort = () => {
        if (queue[0] === claim) return;
        release();
        reject(signal.reason);
      };
      if (signal.aborted) return reject(signal.reason);
      signal.addEventListener('abort', abort);
      page.onClose(release);
      queue.push(claim);
      if (queue.length === 1) claim.grant();
    });
  }

  return {
    acquire,
    async withLock<T>(page: Page, name: string, signal: AbortSignal, work: () => Promise<T>) {
      const release = await page.wait(acquire(page, name, signal));
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
