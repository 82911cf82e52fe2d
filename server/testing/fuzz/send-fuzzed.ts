import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { FuzzedRequest } from './fuzzed-request.ts';

/** Sends requests unchanged over persistent connections: fetch would refuse some and normalize others. */
export function createSender(port: number) {
  const agent = new Agent({ keepAlive: true });
  return {
    close: () => agent.destroy(),

    async send(
      { method, path, body, headers }: FuzzedRequest,
      token: string | undefined,
    ): Promise<Response> {
      const bytes = Buffer.from(body, 'latin1');
      const outgoing = request({
        port,
        host: '127.0.0.1',
        method,
        path,
        headers: {
          ...(token !== undefined && { Authorization: `Bearer ${token}` }),
          // Node sets it only for methods that usually have a body.
          ...(bytes.length > 0 && { 'Content-Length': String(bytes.length) }),
          ...headers,
        },
        agent,
      });
      outgoing.end(bytes);
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
      // The server may respond and close before it has read the whole body.
      outgoing.on('error', () => {});
      return toResponse(incoming);
    },
  };
}

async function toResponse(incoming: IncomingMessage) {
  const { statusCode: status = 0 } = incoming;
  const headers = new Headers(incoming.headers as Record<string, string>);
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    incoming.destroy();
    return new Response(null, { status, headers });
  }
  const bytes = await buffer(incoming);
  return new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, { status, headers });
}
