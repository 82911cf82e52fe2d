import { once } from 'node:events';
import type { Server } from 'node:http';
import { logError } from '#server/errors/log-error.ts';
import type { Log } from '#server/log/log.ts';

/**
 * Starts to listen. Rejects if that fails. Later errors, such as a connection that could not be accepted, are logged:
 * without a listener they would end the process.
 */
export async function listen(
  server: Server,
  { port, host }: { port: number; host: string },
  log: Log,
) {
  await once(server.listen(port, host), 'listening');
  server.on('error', (error) => logError(log, error, { msg: 'The HTTP server has failed.' }));
}
