import { once } from 'node:events';
import * as http from 'node:http';
import * as https from 'node:https';

export type Answer = { status: number; headers: http.IncomingHttpHeaders; body: Buffer };

export type SendOptions = Pick<
  https.RequestOptions,
  'method' | 'headers' | 'ca' | 'rejectUnauthorized'
> & { body?: string };

export const ANSWER_LIMIT_MS = 10_000;
const BODY_MAX_BYTES = 1024 * 1024;

/**
 * Sends a request on a connection of its own and returns the response as it arrived: not decompressed, and without
 * following redirects. Rejects if the response is late or too long.
 */
export async function send(url: string, { body, ...options }: SendOptions = {}): Promise<Answer> {
  const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
  const { request } = url.startsWith('http:') ? http : https;
  const outgoing = request(url, { ...options, agent: false, signal });
  // After the response has begun, its own errors are enough.
  outgoing.on('error', () => {});
  try {
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [http.IncomingMessage];
    const { statusCode = 0, headers } = response;
    return { status: statusCode, headers, body: await readBody(response) };
  } catch (error) {
    throw signal.aborted ? noAnswer() : error;
  } finally {
    outgoing.destroy();
  }
}

async function readBody(response: http.IncomingMessage) {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > BODY_MAX_BYTES) throw new Error('a response has more than 1 MB');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Creates the error of a request or a connection that takes too long. */
export function noAnswer() {
  const error = new Error(`no answer within ${ANSWER_LIMIT_MS / 1000} seconds`);
  return Object.assign(error, { code: 'ETIMEDOUT' });
}

const OPEN_PORTS = 'open the ports 80 and 443 in the firewall, also in that of the provider';

/** Explains why a server cannot be reached, as the rest of a sentence that begins with its address. */
export function explainConnectionError(error: unknown) {
  const { code = '', reason, message } = error as NodeJS.ErrnoException & { reason?: string };
  if (code === 'ENOTFOUND') return 'has no address: create a DNS record for it';
  if (code === 'EAI_AGAIN') return 'cannot be looked up: check the network of this machine';
  if (code === 'ECONNREFUSED')
    return `refuses connections: check that the reverse proxy runs, and ${OPEN_PORTS}`;
  if (['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code))
    return `does not answer: check that the server and its reverse proxy run, and ${OPEN_PORTS}`;
  if (code.startsWith('ERR_SSL'))
    return `cannot agree on a TLS connection (${reason ?? code}): check that the reverse proxy has a certificate for this host`;
  return `cannot be reached: ${message || code}`;
}
