import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

// usage: fork('tests/support/stream-clients.ts', [PORT, STREAMS_PER_TOKEN]), then send it the tokens
// Opens streams, tells its parent when each has received its first event, and reads until it is stopped. Reopens ended
// streams at once. Reports what happened to the streams whenever it receives another message.
export type StreamsSummary = {
  /** The latest number of each open stream, by token. */
  latest: Record<string, number[]>;
  announcements: number;
  /** When the last announcement arrived, as `Date.now()`. */
  lastAt: number;
  /** How long each ended stream was open, in ms. */
  endedAfter: number[];
};

type Stream = { token: string; latest: number };

const AT_ONCE = 50;
const REOPEN_AFTER_MS = 1000;
const [port, perToken] = process.argv.slice(2).map(Number) as [number, number];

const openStreams = new Set<Stream>();
const endedAfter: number[] = [];
let announcements = 0;
let lastAt = 0;

process.once('message', async (tokens: string[]) => {
  const all = tokens.flatMap((token) => Array<string>(perToken).fill(token));
  for (let start = 0; start < all.length; start += AT_ONCE)
    await Promise.all(all.slice(start, start + AT_ONCE).map(open));
  process.on('message', () => process.send?.(summary()));
  process.on('disconnect', () => process.exit());
  process.send?.('open');
});

/** Opens a stream. Resolves when it has received its first event. */
function open(token: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const started = performance.now();
  const stream: Stream = { token, latest: 0 };
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  let unread = '';
  let head = '';
  socket.write(
    `GET /api/changes/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  socket.on('data', (chunk) => {
    const lines = (unread + chunk).split('\n');
    unread = lines.pop() ?? '';
    if (!openStreams.has(stream)) head += chunk;
    if (!head.startsWith('HTTP/1.1 200')) return socket.destroy();
    for (const line of lines) {
      const [, number] = /^data: (\d+)$/.exec(line) ?? [];
      if (number === undefined) continue;
      stream.latest = Number(number);
      if (openStreams.has(stream)) {
        announcements++;
        lastAt = Date.now();
      }
      openStreams.add(stream);
      resolve();
    }
  });
  socket.once('close', () => {
    if (!openStreams.delete(stream)) return reject(new Error(`A stream was not opened: ${head}`));
    endedAfter.push(performance.now() - started);
    void reopen(token);
  });
  return promise;
}

async function reopen(token: string) {
  for (;;) {
    try {
      return await open(token);
    } catch {
      await sleep(REOPEN_AFTER_MS);
    }
  }
}

function summary(): StreamsSummary {
  const byToken = Map.groupBy(openStreams, ({ token }) => token);
  const latest = Object.fromEntries(
    [...byToken].map(([token, streams]) => [token, streams.map((stream) => stream.latest)]),
  );
  return { latest, announcements, lastAt, endedAfter };
}
