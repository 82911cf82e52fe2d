import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

type RawResponse = { status: number; headers: NodeJS.Dict<string | string[]>; text: string };

/**
 * Sends a request that fetch would change before sending: a path with dots, repeated headers, another host, a body
 * without a length.
 */
export async function sendRawRequest(
  port: number,
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: {
    method?: string;
    headers?: Record<string, string | string[]>;
    /** An iterable is sent in chunks, without Content-Length. */
    body?: string | Iterable<string | Uint8Array>;
  } = {},
): Promise<RawResponse> {
  const agent = new Agent({ keepAlive: true });
  const outgoing = request({ port, host: '127.0.0.1', path, method, headers, agent });
  if (typeof body === 'string') outgoing.end(body);
  else Readable.from(body).pipe(outgoing);
  const [response] = await once(outgoing, 'response');
  const received = await text(response);
  // A server may respond and close before it has read the whole body.
  outgoing.on('error', () => {});
  agent.destroy();
  return { status: response.statusCode, headers: response.headers, text: received };
}

/**
 * Sends bytes that no HTTP client would send, and returns what the server sends until it closes the connection. Sends
 * pieces, so that a reset does not discard an early response.
 */
export async function sendRawBytes(port: number, bytes: string) {
  const socket = connect(port, '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  let response = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    response += chunk;
  });
  socket.on('error', () => {});
  for (let sent = 0; sent < bytes.length && !response && !socket.destroyed; sent += PIECE_BYTES) {
    socket.write(bytes.slice(sent, sent + PIECE_BYTES));
    await sleep(10);
  }
  await closed;
  return response;
}

const PIECE_BYTES = 6000;
