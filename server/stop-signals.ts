const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Calls `stop` on the first signal and exits with 0. Ignores further signals: Ctrl-C reaches every process of the
 * terminal, and a parent process forwards it again, which would end the process while it stops.
 */
export function stopOnSignals(stop: () => Promise<unknown>) {
  let stopping = false;
  for (const signal of STOP_SIGNALS)
    process.on(signal, async () => {
      if (stopping) return;
      stopping = true;
      await stop();
      process.exit(0);
    });
}
