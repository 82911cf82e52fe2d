import type { ServerResponse } from 'node:http';
import { tooManyStreams, unavailable } from '#server/errors/errors.ts';

type Stream = {
  userId: string;
  token: string;
  response: ServerResponse;
  sentSeq: number;
  pingAt: number;
  endAt: number;
};

export const STREAMS_PER_USER = 20;
/** Leaves connections for other requests, see MAX_CONNECTIONS in server.ts. */
const STREAMS_MAX = 8000;
const TICK_MS = 1000;
/** A message at this interval keeps proxies from closing the connection. */
const PING_EVERY_MS = 25_000;
/** A connection whose client disappeared silently is noticed at the latest when its stream ends. */
export const STREAM_LIFETIME_MS = 10 * 60 * 1000;
/** If more than this is queued for a client that does not read, its stream ends. */
const QUEUE_MAX_BYTES = 4096;

/** Holds the open event streams and sends each the number of its user's latest change, nothing else. */
export function createStreams({
  findLatest,
  isSessionValid,
  pingEveryMs = PING_EVERY_MS,
  lifetimeMs = STREAM_LIFETIME_MS,
}: {
  findLatest(userId: string): Promise<number>;
  isSessionValid(token: string): Promise<boolean>;
  pingEveryMs?: number;
  lifetimeMs?: number;
}) {
  const byUser = new Map<string, Set<Stream>>();
  let count = 0;
  let closed = false;
  const timer = setInterval(tick, TICK_MS).unref();

  return {
    /**
     * Opens a stream of one session. Returns a function that starts it on a response whose headers were sent. Throws if
     * the user has too many.
     */
    open({ userId, token }: { userId: string; token: string }) {
      if (isFull()) throw unavailable();
      if (hasTooMany(userId)) throw tooManyStreams(STREAMS_PER_USER);
      return (response: ServerResponse) => start(userId, token, response);
    },

    /** Sends the number of a change to its owner's streams. */
    announce(userId: string, seq: number) {
      for (const stream of byUser.get(userId) ?? []) sendSeq(stream, seq);
    },

    /** Ends the streams of sessions that have ended. */
    async recheck(userId: string) {
      await Promise.all([...(byUser.get(userId) ?? [])].map(endIfSessionEnded));
    },

    userIds: () => [...byUser.keys()],
    usage: () => ({ open: count, max: STREAMS_MAX }),

    /** Ends all streams and rejects new ones. */
    close() {
      closed = true;
      clearInterval(timer);
      for (const stream of all()) end(stream.response);
    },
  };

  function start(userId: string, token: string, response: ServerResponse) {
    // The client disconnected while its session was checked, so no event would remove the stream.
    if (response.destroyed) return;
    // Since the check in `open`, a stop may have begun, or other requests of the user may have taken the last places.
    if (isFull() || hasTooMany(userId)) return end(response);
    // Not the system clock: setting it must neither end all streams nor keep them open.
    const now = performance.now();
    const stream: Stream = {
      userId,
      token,
      response,
      sentSeq: -1,
      pingAt: now + pingEveryMs,
      // Random, so that many streams that were opened together are not reopened together.
      endAt: now + lifetimeMs * (1 + Math.random() / 5),
    };
    const streams = byUser.get(userId) ?? new Set();
    byUser.set(userId, streams.add(stream));
    count++;
    response.on('close', () => remove(stream));
    response.on('error', () => response.destroy());
    findLatest(userId).then(
      (seq) => sendSeq(stream, seq),
      () => end(stream.response),
    );
  }

  function isFull() {
    return closed || count >= STREAMS_MAX;
  }

  function hasTooMany(userId: string) {
    return (byUser.get(userId)?.size ?? 0) >= STREAMS_PER_USER;
  }

  function remove(stream: Stream) {
    const streams = byUser.get(stream.userId);
    if (!streams?.delete(stream)) return;
    count--;
    if (streams.size === 0) byUser.delete(stream.userId);
  }

  /** Pings the streams whose turn it is, instead of all at once, and ends old ones. */
  function tick() {
    const now = performance.now();
    for (const stream of all()) {
      if (now >= stream.endAt) end(stream.response);
      else if (now >= stream.pingAt) {
        stream.pingAt = now + pingEveryMs;
        write(stream, ':\n\n');
        // Another process may have ended the session.
        void endIfSessionEnded(stream);
      }
    }
  }

  async function endIfSessionEnded(stream: Stream) {
    // If the database does not respond, waits for the next check.
    const valid = await isSessionValid(stream.token).catch(() => true);
    if (!valid) end(stream.response);
  }

  function sendSeq(stream: Stream, seq: number) {
    if (seq <= stream.sentSeq) return;
    stream.sentSeq = seq;
    write(stream, `data: ${seq}\n\n`);
  }

  function* all() {
    for (const streams of byUser.values()) yield* streams;
  }
}

function write({ response }: Stream, text: string) {
  if (response.writableLength > QUEUE_MAX_BYTES) response.destroy();
  else response.write(text);
}

function end(response: ServerResponse) {
  response.end();
  // Also closes a connection whose client no longer acknowledges anything. A client that does not read would never get
  // the queued data, so this does not wait for it.
  if (response.writableLength > 0) response.destroy();
  else response.socket?.destroySoon();
}
