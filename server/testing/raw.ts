import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

type RawAnswer = { status: number; headers: NodeJS.Dict<string | string[]>; text: string };

/** For what fetch would tidy up: paths with dots, doubled headers, foreign hosts, bodies without a length. */
export async function rawRequest(
  port: number,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: {
    method?: string;
    headers?: Record<string, string | string[]>;
    /** In pieces it goes out without a length. */
    body?: string | Iterable<string | Uint8Array>;
  } = {},
): Promise<RawAnswer> {
  const agent = new Agent({ keepAlive: true });
  const outgoing = request({ port, host: '127.0.0.1', path, method, headers, agent });
  if (typeof body === 'string') outgoing.end(body);
  else Readable.from(body).pipe(outgoing);
  const [response] = await once(outgoing, 'response');
  const answer = await text(response);
  // A server that has answered may close before it has read everything.
  outgoing.on('error', () => {});
  agent.destroy();
  return { status: response.statusCode, headers: response.headers, text: answer };
}

/** Byte for byte, for what no client library would send; in pieces, so that an early answer is not lost in a reset. */
export async function rawBytes(port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let answer = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    answer += chunk;
  });
  socket.on('error', () => {});
  for (let sent = 0; sent < bytes.length && !answer && !socket.destroyed; sent += PIECE_BYTES) {
    socket.write(bytes.slice(sent, sent + PIECE_BYTES));
    await sleep(10);
  }
  await closed;
  return answer;
}

const PIECE_BYTES = 6000;
