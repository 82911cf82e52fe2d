import { randomUUID } from 'node:crypto';
import { demoAccounts } from '#server/demo/content.ts';
import { median } from '#tests/support/median.ts';
import { startServerProcess } from '#tests/support/server-process.ts';

// Measures whether response times reveal accounts: alternates requests with and without an account and prints the ratio
// of their medians, which should be 1.
const TRIES = 200;
const PROBES = 6;
const known = demoAccounts[0]?.email as string;
const unknown = () => `${randomUUID()}@example.com`;
/** Returns a new password each time, because the same sign-up within a minute is not stored again. */
const person = () => ({ password: randomUUID(), first_name: 'A', last_name: 'B' });

await using server = await startServerProcess(['server/main.ts']);
await compare('sign in', (email) => timed('login', { email, password: 'not the password' }));
await compare('sign up', (email) => timed('register', { email, ...person() }));
await compare('send again', (email) =>
  timed('resend-confirmation', { email, password: randomUUID() }),
);
await compare('reset password', (email) => timed('reset-password', { email }));
// The email is composed after the response, and the next requests must not reveal it either.
await compare('after a reset', async (email) => {
  await timed('reset-password', { email });
  let took = 0;
  for (let probe = 0; probe < PROBES; probe++)
    took += await timed('resend-confirmation', { email: unknown() });
  return took;
});

async function compare(name: string, measure: (email: string) => Promise<number>) {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
  for (let tries = 0; tries < TRIES; tries++) {
    times.known.push(await measure(known));
    times.unknown.push(await measure(unknown()));
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
  return performance.now() - started;
}
