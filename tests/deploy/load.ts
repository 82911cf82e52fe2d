import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Agent, request } from 'node:https';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { pictureUpload } from '#server/testing/pictures.ts';

const READERS = 12;
const WRITERS = 6;
const PAUSE_MS = 40;
const UPLOAD_PAUSE_MS = 500;

/**
 * Reads, writes, uploads photos and keeps event streams open like devices in use, until `stop`. Each writer creates notes
 * with ids of their own and remembers which ones were acknowledged.
 */
export function startLoad(url: string, ca: string, tokens: string[]) {
  const agent = new Agent({ keepAlive: true, ca });
  const failed: string[] = [];
  const acknowledged = new Map<string, string[]>(tokens.map((token) => [token, []]));
  const photos: string[] = [];
  const gaps: number[] = [];
  let reads = 0;
  let writes = 0;
  let slowest = 0;
  let isStopped = false;
  const tokenOf = (index: number) => tokens[index % tokens.length] as string;

  /** Returns the body of a response that is fine. */
  async function send(method: string, path: string, token: string, body?: object) {
    const started = performance.now();
    const answer = await new Promise<{ status: number | string; body?: string }>((resolve) => {
      const sent = request(url + path, {
        agent,
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      });
      sent.on('error', (error: NodeJS.ErrnoException) =>
        resolve({ status: error.code ?? error.message }),
      );
      sent.on('response', (response) => {
        text(response).then(
          (body) => resolve({ status: response.statusCode ?? 0, body }),
          (error: NodeJS.ErrnoException) => resolve({ status: `body ${error.code}` }),
        );
      });
      sent.end(body && JSON.stringify(body));
    });
    slowest = Math.max(slowest, performance.now() - started);
    const { status, body: received } = answer;
    if (typeof status === 'number' && status < 300) return received;
    failed.push(`${new Date().toISOString()} ${method} ${path} ${status}`);
    return undefined;
  }

  async function read(index: number) {
    const paths = ['/api/notes', '/', '/api/auth/me'];
    while (!isStopped) {
      await send('GET', paths[index % paths.length] as string, tokenOf(index));
      reads++;
      await sleep(PAUSE_MS);
    }
  }

  async function write(index: number) {
    const token = tokenOf(index);
    while (!isStopped) {
      const id = randomUUID();
      const note = { id, title: `Note ${writes}`, content: 'x' };
      if ((await send('POST', '/api/notes', token, note)) !== undefined)
        acknowledged.get(token)?.push(id);
      writes++;
      await sleep(PAUSE_MS);
    }
  }

  async function upload(token: string) {
    const body = await pictureUpload();
    while (!isStopped) {
      const received = await send('POST', '/api/upload', token, body);
      if (received) photos.push(JSON.parse(received).filePath);
      writes++;
      await sleep(UPLOAD_PAUSE_MS);
    }
  }

  /** Keeps an event stream open. Measures how long it is without one. */
  async function follow(token: string) {
    let lostAt: number | undefined;
    while (!isStopped) {
      const response = await openStream(token).catch(() => undefined);
      if (response?.statusCode === 200) {
        if (lostAt !== undefined) gaps.push(performance.now() - lostAt);
        await new Promise((resolve) => response.on('close', resolve).resume());
        lostAt = performance.now();
      } else await sleep(100);
    }
  }

  const streams = new Set<IncomingMessage>();
  function openStream(token: string) {
    return new Promise<IncomingMessage>((resolve, reject) => {
      const options = { ca, agent: false as const, headers: { Authorization: `Bearer ${token}` } };
      request(`${url}/api/changes/stream`, options)
        .on('error', reject)
        .on('response', (response) => {
          streams.add(response.on('error', () => {}).on('close', () => streams.delete(response)));
          resolve(response);
        })
        .end();
    });
  }

  const work = [
    ...Array.from({ length: READERS }, (_, index) => read(index)),
    ...Array.from({ length: WRITERS }, (_, index) => write(index)),
    upload(tokenOf(0)),
    ...tokens.map(follow),
  ];

  return {
    /** Ends the load and returns what was seen. */
    async stop() {
      isStopped = true;
      for (const stream of streams) stream.destroy();
      await Promise.all(work);
      agent.destroy();
      return {
        reads,
        writes,
        failed,
        acknowledged,
        photos,
        slowest,
        longestGap: Math.max(0, ...gaps),
        gaps: gaps.length,
      };
    },
  };
}
