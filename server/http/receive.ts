import type { IncomingMessage } from 'node:http';
import { badRequest, bodyTooSlow, type HttpError } from '#server/errors/errors.ts';
import { UPLOAD_MAX_MINUTES } from '#shared/constants.ts';
import { apiMessages } from '#shared/messages.ts';

/** How much of a body must arrive in each window, so that a stalled upload is aborted early. */
const WINDOW_MS = 15_000;
const WINDOW_MIN_BYTES = 16 * 1024;
const WINDOWS_MAX = (UPLOAD_MAX_MINUTES * 60_000) / WINDOW_MS;

/**
 * Passes a body to `take` chunk by chunk. Resolves at its end. Rejects if it is too large or too slow, if `take`
 * throws, or with the signal's reason. Discards what arrives after that, so that the client can receive the response.
 */
export function receive(
  request: IncomingMessage,
  { limit, tooLarge, signal }: { limit: number; tooLarge(): HttpError; signal?: AbortSignal },
  take: (chunk: Buffer) => void,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let size = 0;
  let sizeAtWindow = 0;
  let windows = 0;
  const window = setInterval(() => {
    windows++;
    if (windows === WINDOWS_MAX || size - sizeAtWindow < WINDOW_MIN_BYTES) fail(bodyTooSlow());
    sizeAtWindow = size;
  }, WINDOW_MS);

  request.on('data', onData);
  request.on('end', () => {
    clearInterval(window);
    resolve();
  });
  request.on('error', () => fail(badRequest(apiMessages.bodyUnreadable)));
  signal?.addEventListener('abort', () => fail(signal.reason));
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
