import { randomUUID } from 'node:crypto';
import { demoAccounts } from '#server/demo/content.ts';
import { startProcess } from '../scripts/server-process.ts';
import { median } from './median.ts';

// Whether there is an account must not be told by the time an answer takes: pairs of requests in turns, and the
// ratio of their medians, which should be 1 within the machine's noise.
const TRIES = 200;
const known = demoAccounts[0]?.email as string;
const unknown = () => `${randomUUID()}@example.com`;
const person = { password: 'some password', first_name: 'A', last_name: 'B' };

const server = await startProcess(['server/main.ts']);
try {
  await compare('sign in', 'login', (email) => ({ email, password: 'not the password' }));
  await compare('sign up', 'register', (email) => ({ email, ...person }));
  await compare('reset password', 'reset-password', (email) => ({ email }));
} finally {
  await server.stop();
}

async function compare(name: string, path: string, body: (email: string) => object) {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let tries = 0; tries < TRIES; tries++) {
    times.known.push(await timed(path, body(known)));
    times.unknown.push(await timed(path, body(unknown())));
  }
  const [a, b] = [median(times.known), median(times.unknown)];
  console.log(
    `${name.padEnd(16)} known ${a.toFixed(2)} ms, unknown ${b.toFixed(2)} ms, ratio ${(a / b).toFixed(3)}`,
  );
}

async function timed(path: string, body: object) {
  const started = performance.now();
  const response = await fetch(`${server.url}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.text();
  const took = performance.now() - started;
  // The letter of a known address is written right after the answer; the next request must not wait for it.
  await new Promise((resolve) => setTimeout(resolve, 20));
  return took;
}
