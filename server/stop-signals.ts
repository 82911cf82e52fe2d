const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Stops once and ends the process with 0, however many signals arrive: Ctrl-C reaches every process of the terminal,
 * and a parent process passes it on again. Without a listener the second one would kill the process while it stops.
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
