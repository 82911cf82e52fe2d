/** Returns a signal that aborts after a time. Safari has `AbortSignal.timeout` since version 16. */
export function abortAfter(ms: number): AbortSignal {
  if ('timeout' in AbortSignal) return AbortSignal.timeout(ms);
  const limit = new AbortController();
  setTimeout(() => limit.abort(), ms);
  return limit.signal;
}
