/** Returns a signal that aborts after a time. Safari has `AbortSignal.timeout` since version 16. */
export function abortAfter(ms: number): AbortSignal {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(ms);
  const limit = new AbortController();
  setTimeout(() => limit.abort(), ms);
  return limit.signal;
}

/**
 * Creates a signal that aborts with the first of several. Release these after use: otherwise one that lives long keeps a
 * listener of every signal made of it. Safari has `AbortSignal.any` since version 17.4.
 */
export function firstAborted(...signals: AbortSignal[]) {
  const first = new AbortController();
  const abort = () => first.abort();
  for (const signal of signals)
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort);
  return {
    signal: first.signal,
    release() {
      for (const signal of signals) signal.removeEventListener('abort', abort);
    },
  };
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
