import type { IncomingMessage } from 'node:http';
import { badRequest, bodyTooSlow, type HttpError } from '#server/errors.ts';
import { apiMessages } from '#shared/messages.ts';

/** How much of a body must arrive within each window. A stalled upload is cut off instead of held for a minute. */
const WINDOW_MS = 15_000;
const WINDOW_MIN_BYTES = 16 * 1024;

/**
 * Hands over a body chunk by chunk until it has arrived. Rejects when it is too large or too slow, or when `take`
 * throws; what still arrives after that is let through unread, so that the sender gets to see the response.
 */
export function receive(
  request: IncomingMessage,
  { limit, tooLarge }: { limit: number; tooLarge(): HttpError },
  take: (chunk: Buffer) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let size = 0;
  let sizeAtWindow = 0;
  const window = setInterval(() => {
    if (size - sizeAtWindow < WINDOW_MIN_BYTES) fail(bodyTooSlow());
    sizeAtWindow = size;
  }, WINDOW_MS);

  request.on('data', onData);
  request.on('end', () => {
    clearInterval(window);
    resolve();
  });
  request.on('error', () => fail(badRequest(apiMessages.bodyUnreadable)));
  if (Number(request.headers['content-length']) > limit) fail(tooLarge());
  return promise;

  function onData(chunk: Buffer) {
    size += chunk.length;
    if (size > limit) return fail(tooLarge());
    try {
      take(chunk);
    } catch (error) {
      fail(error);
    }
  }

  function fail(error: unknown) {
    clearInterval(window);
    request.off('data', onData);
    request.resume();
    reject(error);
  }
}
