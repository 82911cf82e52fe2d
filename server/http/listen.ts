import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Config } from '#server/config.ts';
import { logError } from '#server/errors/log-error.ts';
import type { Log } from '#server/log/log.ts';

/** The first file descriptor that systemd passes. */
const INHERITED = { fd: 3 };

/**
 * Starts to listen, on the socket of systemd if there is one: it keeps connections that arrive during a restart.
 * Rejects if that fails. Later errors, such as a connection that could not be accepted, are logged: without a listener
 * they would end the process.
 */
export async function listen(
  server: Server,
  { port, host, inheritsSocket }: Pick<Config, 'port' | 'host' | 'inheritsSocket'>,
  log: Log,
) {
  await once(server.listen(inheritsSocket ? INHERITED : { port, host }), 'listening');
  server.on('error', (error) => logError(log, error, { msg: 'The HTTP server has failed.' }));
}
