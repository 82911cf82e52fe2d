/** Waits for work, but no longer than a limit. Rejects if the work fails first. */
export function within(limitMs: number, work: Promise<unknown>): Promise<'done' | 'late'> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(resolve, limitMs, 'late');
  });
  return Promise.race([work.then(() => 'done' as const), late]).finally(() => clearTimeout(timer));
}
