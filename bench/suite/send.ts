import { once } from 'node:events';
import { type Agent, globalAgent, type IncomingMessage, request } from 'node:http';
import type { HttpRequest } from './row.ts';

type Body = string | Uint8Array | undefined;

/** Sends a request. Returns the response with its bytes unchanged. Throws if it is an error. */
export async function send(
  origin: string,
  { method = 'GET', path, headers, body }: Omit<HttpRequest, 'body'> & { body?: Body },
  agent: Agent = globalAgent,
) {
  const outgoing = request(`${origin}${path}`, { agent, method, headers });
  outgoing.end(body);
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const bytes = Buffer.concat(await response.toArray());
  const status = response.statusCode as number;
  if (status >= 400) throw new Error(`${method} ${origin}${path} got ${status}: ${bytes}`);
  return { status, headers: response.headers, bytes, json: () => JSON.parse(bytes.toString()) };
}
