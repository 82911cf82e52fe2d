/** Returns a signal that aborts after a time. Safari has `AbortSignal.timeout` since version 16. */
export function abortAfter(ms: number): AbortSignal {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(ms);
  const limit = new AbortController();
  setTimeout(() => limit.abort(), ms);
  return limit.signal;
}

/** Returns a signal that aborts with the first of several, like `AbortSignal.any`, which Safari lacks before 17.4. */
export function firstAborted(...signals: AbortSignal[]): AbortSignal {
  const first = new AbortController();
  for (const signal of signals)
    if (signal.aborted) first.abort();
    else signal.addEventListener('abort', () => first.abort(), { signal: first.signal });
  return first.signal;
}

/** Returns a signal that aborts if `restart` is not called again in time after its first call. */
export function limitPauses(ms: number) {
  const stalled = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  return {
    signal: stalled.signal,
    restart() {
      stop();
      timer = setTimeout(() => stalled.abort(), ms);
    },
    stop,
  };
}
