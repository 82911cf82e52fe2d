import type { Log } from '#server/log/log.ts';

/** Wraps the log of a server so that a test can show which error made a request fail. */
export function rememberErrors(log: Log) {
  const errors = new Map<unknown, unknown>();
  const wrapped: Log = {
    info: log.info.bind(log),
    warn: log.warn.bind(log),
    error(report: { request_id?: string; err?: unknown }) {
      if (report.request_id) errors.set(report.request_id, report.err);
      log.error(report);
    },
    flush: () => log.flush(),
  };
  return {
    log: wrapped,
    errorOf: ({ headers }: Response) => errors.get(headers.get('x-request-id')),
  };
}
