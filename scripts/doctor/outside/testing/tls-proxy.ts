import { once } from 'node:events';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { Certificate } from './certificates.ts';

type Reply = { status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer };

/** Returns what a proxy changes in a response. */
export type Change = (reply: Reply, path: string) => Partial<Reply>;

export type Behaviour = {
  certificate: Certificate;
  tls?: ServerOptions;
  /** Changes what the server responds. */
  change?: Change;
  /** Responds 413 to larger bodies. */
  bodyMaxBytes?: number;
  /** Waits for the whole body of a request, which does not come. */
  collectsBodies?: boolean;
  /** Keeps what an event stream sends until it ends. */
  buffersEvents?: boolean;
};

/** Starts a reverse proxy with TLS in front of a port of this machine. */
export async function startTlsProxy(
  target: number,
  { certificate, tls, change, bodyMaxBytes, collectsBodies, buffersEvents }: Behaviour,
) {
  const server = createServer({ ...certificate, ...tls }, (incoming, outgoing) => {
    forward(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await once(server.listen(0, 'localhost'), 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse) {
    const { method, url: path = '/' } = incoming;
    if (bodyMaxBytes && Number(incoming.headers['content-length']) > bodyMaxBytes) {
      incoming.resume();
      return outgoing.writeHead(413, { 'Content-Type': 'text/html' }).end('<h1>Too large</h1>');
    }
    if (collectsBodies && method === 'POST') return incoming.resume();
    const headers = { ...incoming.headers, 'x-forwarded-for': '192.0.2.1' };
    const passed = request({ host: '127.0.0.1', port: target, method, path, headers });
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
    const [response] = (await once(passed, 'response')) as [IncomingMessage];
    passed.on('error', () => {});
    if (response.headers['content-type']?.startsWith('text/event-stream') && !buffersEvents)
      return response.pipe(outgoing.writeHead(200, response.headers));
    const reply = {
      status: response.statusCode ?? 0,
      headers: response.headers,
      body: await buffer(response),
    };
    const changed = { ...reply, ...change?.(reply, path) };
    // The length of a changed body differs.
    const { 'content-length': _, ...others } = changed.headers;
    outgoing.writeHead(changed.status, others).end(changed.body);
  }
}
