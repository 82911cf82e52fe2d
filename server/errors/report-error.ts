import type { Log } from '#server/log/log.ts';

/**
 * Reports an error that nobody expected: a failed request, a failed worker, a crash, an error in a browser or in the
 * native app. Every one of them comes here. To send them to a service such as Sentry, do it here and in `flushReports`.
 * `context` must not contain personal data.
 */
export function reportError(log: Log, error: unknown, context: Record<string, unknown> = {}) {
  log.error({ ...context, err: error });
}

/** Resolves when the reports have been sent. Called before the process ends because of an error. */
export async function flushReports(log: Log) {
  await log.flush();
}
