import { api } from '#client/api-client/api.ts';
import { createReporter } from './reporter.ts';

/** Sends an error to the server, even while the page is being closed. */
export const sendReport = createReporter({
  version: import.meta.env.VERSION,
  path: () => location.pathname,
  send: (body) => api.reportClientError({ body, keepalive: true }),
});
