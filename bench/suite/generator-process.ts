import { Agent } from 'node:http';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { createResponseReader } from '#tests/support/response-reader.ts';
import type { Load, LoadResult, LoadTask } from './generator.ts';
import type { HttpRequest } from './row.ts';
import { send } from './send.ts';
import { summarize } from './statistics.ts';

// usage: startGenerator() in generator.ts
// Runs one task after the other, and sends each result or error to the parent.
process.on('disconnect', () => process.exit());
process.on('message', async ({ origin, loads, seconds }: LoadTask) => {
  const before = performance.eventLoopUtilization();
  try {
    const results = await Promise.all(
      loads.map((load) => (load.perSecond ? sendPaced : sendFast)(origin, load, seconds)),
    );
    const busy = performance.eventLoopUtilization(before).utilization;
    process.send?.({ loads: results, busy } satisfies LoadResult);
  } catch (error) {
    process.send?.((error as Error).message);
  }
});

/** Sends the next request of each connection when the previous one is answered. */
async function sendFast(origin: string, { requests, connections }: Load, seconds: number) {
  const { hostname, port, host } = new URL(origin);
  const messages = requests.map((request) => asMessage(host, request));
  const times: number[] = [];
  const started = performance.now();
  let lastAt = started;
  let failure: string | undefined;
  // A slow server gets time for one response.
  const isOver = () =>
    failure !== undefined || (times.length > 0 && performance.now() - started >= seconds * 1000);
  // Each connection begins with another request, so that they do not send the same one at the same time.
  const first = (connection: number) => Math.floor((connection * messages.length) / connections);
  await Promise.all(Array.from({ length: connections }, (_, number) => connection(first(number))));
  if (failure) throw new Error(`${origin}${requests[0]?.path} ${failure}`);
  return summarize(times, Math.max(seconds, (lastAt - started) / 1000));

  /** Opens a connection and uses it until the time is over or a request on any connection failed. */
  function connection(from: number) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const fail = (reason: string) => {
      failure ??= reason;
      socket.destroy();
    };
    let sent = from;
    let sentAt = 0;
    const sendNext = () => {
      sentAt = performance.now();
      socket.write(messages[sent++ % messages.length] as Buffer);
    };
    const read = createResponseReader((status) => {
      if (status >= 400) return fail(`got ${status}`);
      if (isOver()) return socket.destroy();
      lastAt = performance.now();
      times.push(lastAt - sentAt);
      sendNext();
    });
    const socket = connect(Number(port), hostname, sendNext);
    socket.setNoDelay();
    socket.on('data', (bytes) => {
      try {
        read(bytes as Buffer);
      } catch (error) {
        fail((error as Error).message);
      }
    });
    socket.on('error', ({ message }) => fail(message));
    socket.on('close', () => {
      if (!isOver()) fail('closed a connection');
      resolve();
    });
    return promise;
  }
}

function asMessage(host: string, { method = 'GET', path, headers, body = '' }: HttpRequest) {
  const length = body ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
  const lines = Object.entries({ Host: host, ...headers, ...length });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`);
}

/** Sends requests at even intervals. Their times count from when they were due. */
async function sendPaced(
  origin: string,
  { requests, connections, perSecond = 1 }: Load,
  seconds: number,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  const started = performance.now();
  const answers: Promise<void>[] = [];
  let failure: Error | undefined;
  for (let number = 0; number < perSecond * seconds; number++) {
    const dueMs = (number * 1000) / perSecond;
    await sleep(Math.max(0, started + dueMs - performance.now()));
    const request = requests[number % requests.length] as HttpRequest;
    answers.push(
      send(origin, request, agent).then(
        () => void times.push(performance.now() - started - dueMs),
        (error) => {
          failure ??= error;
        },
      ),
    );
  }
  await Promise.all(answers);
  agent.destroy();
  if (failure) throw failure;
  return summarize(times, seconds);
}
