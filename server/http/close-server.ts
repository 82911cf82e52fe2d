import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longer than a request is on its way. */
const IDLE_GRACE_MS = 500;
const STOP_LIMIT_MS = 10_000;

/**
 * Stops listening and resolves when all connections are closed. Requests in progress are finished. A connection without
 * one stays open a while, because its next request may be on its way and would be lost.
 */
export async function closeServer(server: Server, idleGraceMs = IDLE_GRACE_MS) {
  // For connections whose response began before they were to be closed after it.
  server.keepAliveTimeout = idleGraceMs;
  // Connections that wait to be accepted are accepted first. Otherwise they would be reset.
  await nextTurn();
  // The HTTP server's own method would also close the connections without a request.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  const closeIdle = setTimeout(() => server.closeIdleConnections(), idleGraceMs);
  const closeAll = setTimeout(() => server.closeAllConnections(), STOP_LIMIT_MS);
  await closed;
  clearTimeout(closeIdle);
  clearTimeout(closeAll);
  // Ends its timer.
  server.close();
}

/** Closes each connection after its next response, so that no request is on its way on it. */
export function closeAfterResponses(server: Server) {
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false;
  });
}
