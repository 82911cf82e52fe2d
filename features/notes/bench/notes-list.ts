import { demoAccounts } from '#server/demo/content.ts';
import { median } from '#tooling/median.ts';
import { measureRequestRate } from '#tooling/request-rate.ts';
import { startServerProcess } from '#tooling/server-process.ts';

// Compares GET /api/notes (with session check, 20 notes, SQLite) with a bare node:http server that returns the same bytes,
// alternately in one run. Only the ratio is meaningful: the requests per second depend on the machine.
const CONNECTIONS = 32;
const ROUNDS = 3;
const ROUND_SECONDS = 5;
const NOTES = 20;

const ours = await startServerProcess(['server/main.ts']);
const { headers, body } = await prepareNotes(ours.url);
const bare = await startServerProcess(['tooling/bare-server.ts', body]);
try {
  const rates: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
  await load(ours.url, 2);
  await load(bare.url, 2);
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare.push(await load(bare.url, ROUND_SECONDS));
    rates.ours.push(await load(ours.url, ROUND_SECONDS));
  }
  console.log(`${NOTES} notes, ${Buffer.byteLength(body)} bytes, ${CONNECTIONS} connections`);
  console.log(`bare node:http    ${Math.round(median(rates.bare))} requests/s`);
  console.log(`GET /api/notes    ${Math.round(median(rates.ours))} requests/s`);
  console.log(`ratio             ${(median(rates.ours) / median(rates.bare)).toFixed(3)}`);
} finally {
  await ours.stop();
  await bare.stop();
}

async function prepareNotes(url: string) {
  const json = { 'Content-Type': 'application/json' };
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify(demoAccounts[0]),
  });
  const { token } = (await login.json()) as { token: string };
  const headers = { Authorization: `Bearer ${token}` };
  const list = () => fetch(`${url}/api/notes`, { headers }).then((response) => response.text());
  for (let count = JSON.parse(await list()).notes.length; count < NOTES; count++)
    await fetch(`${url}/api/notes`, {
      method: 'POST',
      headers: { ...headers, ...json },
      body: JSON.stringify({
        title: `Note ${count}`,
        content: 'Some words that fill the note. '.repeat(5),
      }),
    });
  return { headers, body: await list() };
}

function load(url: string, duration: number) {
  return measureRequestRate(`${url}/api/notes`, { headers, connections: CONNECTIONS, duration });
}
