import { once } from 'node:events';
import { connect } from 'node:net';

// usage: fork('tooling/stream-clients.ts', [PORT, STREAMS_PER_TOKEN]), then send it the tokens
// Opens streams, tells its parent when each has got its first event, and reads until it is stopped.
const AT_ONCE = 50;
const [port, perToken] = process.argv.slice(2).map(Number) as [number, number];

process.once('message', async (tokens: string[]) => {
  const all = tokens.flatMap((token) => Array<string>(perToken).fill(token));
  for (let start = 0; start < all.length; start += AT_ONCE)
    await Promise.all(all.slice(start, start + AT_ONCE).map(open));
  process.send?.('open');
});

async function open(token: string) {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write(
    `GET /api/changes/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`,
  );
  for (let received = ''; !received.includes('data: '); ) {
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    received += chunk;
    if (!received.startsWith('HTTP/1.1 200')) throw new Error(received);
  }
  socket.resume();
}
