import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';

const WRITES = 200;
const LIMIT_MS = 120_000;

/**
 * Writes as one device and follows the changes as another. Returns how many milliseconds after the response to each write
 * its event arrived.
 */
export async function measureLiveUpdates(url: string, ca: string, token: string) {
  const signal = AbortSignal.timeout(LIMIT_MS);
  const agent = new Agent({ keepAlive: true, ca });
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };

  async function send(method: string, path: string, body?: object) {
    const sent = request(url + path, { agent, method, headers, signal });
    sent.end(body && JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return response;
  }

  const stream = await send('GET', '/api/changes/stream');
  let arrived = Promise.withResolvers<number>();
  const first = arrived.promise;
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    if (!chunk.includes('data: ')) return;
    arrived.resolve(performance.now());
    arrived = Promise.withResolvers();
  });
  stream.on('error', (error) => arrived.reject(error));
  await first;

  const times: number[] = [];
  for (let write = 0; write < WRITES; write++) {
    const event = arrived.promise;
    const body = { title: `Live ${write}`, content: 'x' };
    await text(await send('POST', '/api/notes', body));
    const responded = performance.now();
    times.push((await event) - responded);
    // Not in step with any timer of the server.
    await sleep(Math.random() * 20);
  }
  stream.destroy();
  agent.destroy();
  return times;
}
