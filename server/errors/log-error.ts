import type { Log } from '#server/log/log.ts';

/**
 * Logs an error that nobody expected: a failed request, a failed worker, a crash, an error in a browser or in the
 * native app. Every one of them comes here. To send them to a service such as Sentry, do it here and in `flushErrorLog`.
 * `context` must not contain personal data.
 */
export function logError(log: Log, error: unknown, context: Record<string, unknown> = {}) {
  log.error({ ...context, err: error });
}

/** Resolves when all of them have been written or sent. Called before the process ends because of an error. */
export async function flushErrorLog(log: Log) {
  await log.flush();
}
