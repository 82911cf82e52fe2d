import type { Server } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longer than a request takes to arrive. */
const IDLE_GRACE_MS = 500;
const ACCEPT_LIMIT_MS = 2000;
const STOP_LIMIT_MS = 10_000;

/**
 * Stops listening and resolves when all connections are closed. Requests in progress are finished. An idle connection
 * stays open a while, because a request on its way would be lost.
 */
export async function closeServer(server: Server, idleGraceMs = IDLE_GRACE_MS) {
  // For connections whose response has already begun.
  server.keepAliveTimeout = idleGraceMs;
  await acceptWaiting(server);
  // The HTTP server's own method would also close idle connections.
  const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve));
  using _closeIdle = setTimeout(async () => {
    // Reads what has arrived, even if the machine is so busy that this comes late.
    await nextTurn();
    server.closeIdleConnections();
  }, idleGraceMs);
  using _closeAll = setTimeout(() => server.closeAllConnections(), STOP_LIMIT_MS);
  await closed;
  // Clears its timer.
  server.close();
}

/**
 * Accepts the connections that wait, which would otherwise be reset. Each turn of the event loop accepts one. Ends after
 * a while even if more keep arriving.
 */
async function acceptWaiting(server: Server) {
  const end = performance.now() + ACCEPT_LIMIT_MS;
  let accepted: boolean;
  const onAccepted = () => {
    accepted = true;
  };
  server.on('connection', onAccepted);
  do {
    accepted = false;
    await nextTurn();
  } while (accepted && performance.now() < end);
  server.off('connection', onAccepted);
}

/** Closes each connection after its next response, so that clients send no further request on it. */
export function closeAfterResponses(server: Server) {
  server.prependListener('request', (_, response) => {
    response.shouldKeepAlive = false;
  });
}
