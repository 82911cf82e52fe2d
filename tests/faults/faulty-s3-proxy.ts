import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  request as requestFrom,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

export type S3Fault = keyof typeof S3_FAULTS;

/** The faults, and what the table calls them. */
export const S3_FAULTS = {
  hangs: 'S3 hangs: no response, or half of a photo',
  'is slow': 'S3 is slow: a second per request',
  fails: 'S3 responds with 500',
  truncates: 'S3 returns half of a photo as if it were complete',
  'flips a byte of downloads': 'S3 returns a photo with one wrong byte',
  'flips a byte of uploads': 'S3 receives a photo with one wrong byte',
  'loses files': 'S3 does not find photos (404)',
};

const SLOW_MS = 1000;

/** Starts a proxy in front of a real S3 store that can simulate faults. */
export async function startFaultyS3Proxy(endpoint: string) {
  let fault: S3Fault | undefined;
  const hanging = new Set<ServerResponse>();
  const proxy = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');

  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    fail(next: S3Fault) {
      fault = next;
    },
    recover() {
      fault = undefined;
      for (const response of hanging) response.destroy();
      hanging.clear();
    },
    close() {
      proxy.close();
      proxy.closeAllConnections();
    },
  };

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const isDownload = request.method === 'GET' && !request.url?.includes('list-type');
    const body = await buffer(request);
    if (fault === 'hangs' && !isDownload) return hanging.add(response);
    if (fault === 'fails') return response.writeHead(500).end();
    if (fault === 'loses files' && isDownload) return response.writeHead(404).end();
    if (fault === 'is slow') await sleep(SLOW_MS);
    const isUpload = request.method === 'PUT';
    const forwarded = isUpload && fault === 'flips a byte of uploads' ? withWrongByte(body) : body;
    const { status, headers, bytes } = await forward(request, forwarded);
    if (fault === 'hangs') {
      response.writeHead(status, headers).write(halfOf(bytes));
      return hanging.add(response);
    }
    const sent = isDownload ? damaged(bytes) : bytes;
    response.writeHead(status, { ...headers, 'content-length': sent.length }).end(sent);
  }

  /** Sends a request to the store with the headers that its signature covers. */
  async function forward({ method, url, headers }: IncomingMessage, body: Buffer) {
    const forwarded = requestFrom(endpoint + url, { method, headers });
    forwarded.end(body);
    const [response] = (await once(forwarded, 'response')) as [IncomingMessage];
    const status = response.statusCode as number;
    return { status, headers: response.headers, bytes: await buffer(response) };
  }

  function damaged(bytes: Buffer) {
    if (fault === 'truncates') return halfOf(bytes);
    if (fault === 'flips a byte of downloads') return withWrongByte(bytes);
    return bytes;
  }
}

const halfOf = (bytes: Buffer) => bytes.subarray(0, bytes.length / 2);

/** Returns a copy with one changed byte in the middle. */
function withWrongByte(bytes: Buffer) {
  const changed = Buffer.from(bytes);
  const middle = Math.floor(bytes.length / 2);
  changed[middle] = (changed[middle] ?? 0) ^ 1;
  return changed;
}
