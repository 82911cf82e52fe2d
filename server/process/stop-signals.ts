const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** Longer than a stop takes if the database or the mail server does not respond. */
export const STOP_LIMIT_SECONDS = 30;

/**
 * Calls `stop` on the first signal and exits with 0. Ignores further signals: Ctrl-C reaches every process of the
 * terminal, and a parent process forwards it again, which would end the process while it stops. Exits with 1 if that
 * takes too long, `extraSeconds` longer than usual.
 */
export function stopOnSignals(stop: () => Promise<unknown>, extraSeconds = 0) {
  let stopping = false;
  for (const signal of STOP_SIGNALS)
    process.on(signal, async () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), (STOP_LIMIT_SECONDS + extraSeconds) * 1000).unref();
      await stop();
      process.exit(0);
    });
}
