/** Returns a function that runs work once all earlier work has ended, even if that failed. */
export function createQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}

/** Returns a function that runs `work`, one run at a time. Calls during a run share the next run. */
export function inTurn<T>(work: () => Promise<T>): () => Promise<T> {
  const afterOthers = createQueue();
  let next: Promise<T> | undefined;
  return () => {
    next ??= afterOthers(() => {
      next = undefined;
      return work();
    });
    return next;
  };
}
