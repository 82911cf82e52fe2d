import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/log/log.ts';
import { flushErrorLog, logError } from './log-error.ts';

const FLUSH_LIMIT_MS = 2000;

/**
 * Reports an uncaught exception or rejection, and ends the process with 1 once the report is sent: its state is
 * unknown, so it must not continue.
 */
export function reportCrashes(log: Log) {
  process.once('uncaughtException', async (error, origin) => {
    // Otherwise another one while the report is sent would end the process at once.
    process.on('uncaughtException', () => {});
    console.error(error);
    logError(log, error, { origin, msg: 'The process crashed.' });
    await Promise.race([flushErrorLog(log).catch(() => {}), sleep(FLUSH_LIMIT_MS)]);
    process.exit(1);
  });
}
