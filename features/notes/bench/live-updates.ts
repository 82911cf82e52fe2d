import { setTimeout as sleep } from 'node:timers/promises';
import { visitorAccount } from '#server/demo/content.ts';
import { median } from '#tests/support/median.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { signIn } from '#tests/support/sign-in.ts';
import { startPostgres } from '#tests/support/test-postgres.ts';

// Measures how long after the response to a write its event arrives at another open stream of the same user: with one
// process on SQLite, and with two processes on one PostgreSQL. Changes of 25 ms are announced together, so every event
// takes at least that long.
const WRITES = 300;

console.log(`${WRITES} writes`.padEnd(36), '  median      p99');
await onSqlite();
await onPostgres();

async function onSqlite() {
  await using server = await startServerProcess(['server/main.ts']);
  await measure('one process, SQLite', server, server);
}

async function onPostgres() {
  await using postgres = await startPostgres();
  const env = { DATABASE_URL: postgres.url };
  await using one = await startServerProcess(['server/main.ts'], { env });
  await using other = await startServerProcess(['server/main.ts'], { env });
  await measure('the same process, PostgreSQL', one, one);
  await measure('two processes on one PostgreSQL', one, other);
}

async function measure(what: string, writeTo: { url: string }, streamFrom: { url: string }) {
  const { token } = await signIn(writeTo.url, visitorAccount);
  const headers = { Authorization: `Bearer ${token}` };
  await using stream = await openStream(`${streamFrom.url}/api/changes/stream`, headers);

  const times: number[] = [];
  for (let write = 0; write < WRITES; write++) {
    const event = stream.next();
    const response = await fetch(`${writeTo.url}/api/notes`, {
      method: 'POST',
      headers: { ...headers, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title: `Note ${write}`, content: 'Some words.' }),
    });
    await response.text();
    if (!response.ok) throw new Error(`A write got ${response.status}.`);
    const responded = performance.now();
    times.push((await event) - responded);
    // Not in step with any timer of the server.
    await sleep(Math.random() * 20);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const p99 = sorted[Math.floor(sorted.length * 0.99)] as number;
  const columns = [median(times), p99].map((ms) => `${ms.toFixed(1)} ms`.padStart(8));
  console.log(what.padEnd(36), columns.join(' '));
}

/**
 * Opens a stream and waits for its first event, which has the current state. `next` resolves with the arrival time of
 * the next event.
 */
async function openStream(url: string, headers: Record<string, string>) {
  const closing = new AbortController();
  const response = await fetch(url, { headers, signal: closing.signal });
  if (!response.ok) throw new Error(`The stream got ${response.status}.`);
  let arrived = Promise.withResolvers<number>();
  const first = arrived.promise;
  const reading = (async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      if (!chunk.includes('data: ')) continue;
      arrived.resolve(performance.now());
      arrived = Promise.withResolvers();
    }
  })().catch(() => {});
  await first;
  return {
    next: () => arrived.promise,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await reading;
    },
  };
}
