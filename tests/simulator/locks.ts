import { never, type Page } from './page.ts';

/** Creates the locks of one browser, which its pages share. A killed page releases its own. */
export function createLocks() {
  type Claim = { page: Page; grant(): void; lose(): void };
  const queues = new Map<string, Claim[]>();

  /** Waits for a lock, or takes it from its holder if the request is urgent. Returns the function that releases it. */
  function acquire(
    page: Page,
    name: string,
    signal: AbortSignal,
    { isUrgent = false, onLost = () => {} } = {},
  ): Promise<() => void> {
    if (!page.isAlive) return never();
    const queue = queues.get(name) ?? [];
    queues.set(name, queue);
    return new Promise((resolve, reject) => {
      const claim: Claim = { page, grant: () => resolve(release), lose: onLost };
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
      if (isUrgent) queue.shift()?.lose();
      if (isUrgent) queue.unshift(claim);
      else queue.push(claim);
      if (queue[0] === claim) claim.grant();
    });
  }

  return {
    acquire,
    /** Returns the names of the locks that a page holds. */
    held: () => new Set([...queues].filter(([, queue]) => queue.length > 0).map(([name]) => name)),
    async withLock<T>(
      page: Page,
      name: string,
      signal: AbortSignal,
      work: (lost: AbortSignal) => Promise<T>,
      isUrgent = false,
    ) {
      const lost = new AbortController();
      const onLost = () => lost.abort();
      const release = await page.wait(acquire(page, name, signal, { isUrgent, onLost }));
      try {
        return await work(lost.signal);
      } finally {
        release();
      }
    },
  };
}
