import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { demoAccounts } from '#server/demo/content.ts';
import { freePort } from '../scripts/free-port.ts';

// Our GET /api/notes (session checked, 20 notes, SQLite) beside a bare node:http server that answers the same
// bytes, in turns in one run: the ratio is the figure, the requests per second are the machine's.
const CONNECTIONS = 32;
const ROUNDS = 3;
const ROUND_SECONDS = 5;
const NOTES = 20;

if (process.argv[2] === 'bare') serveBytes(Number(process.argv[3]), process.argv[4] ?? '');
else await compare();

async function compare() {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const ours = await startOurs(folder);
  const { headers, body } = await prepareNotes(ours.url);
  const bare = await startBare(body);
  try {
    const path = '/api/notes';
    const rates: Record<'ours' | 'bare', number[]> = { ours: [], bare: [] };
    await load(`${ours.url}${path}`, headers, 2);
    await load(`${bare.url}${path}`, headers, 2);
    for (let round = 0; round < ROUNDS; round++) {
      rates.bare.push(await load(`${bare.url}${path}`, headers, ROUND_SECONDS));
      rates.ours.push(await load(`${ours.url}${path}`, headers, ROUND_SECONDS));
    }
    console.log(`${NOTES} notes, ${Buffer.byteLength(body)} bytes, ${CONNECTIONS} connections`);
    console.log(`bare node:http    ${Math.round(median(rates.bare))} requests/s`);
    console.log(`GET /api/notes    ${Math.round(median(rates.ours))} requests/s`);
    console.log(`ratio             ${(median(rates.ours) / median(rates.bare)).toFixed(3)}`);
  } finally {
    ours.child.kill();
    bare.child.kill();
    await rm(folder, { recursive: true, force: true });
  }
}

function startOurs(folder: string) {
  return start(['server/main.ts'], { DATA_DIR: folder });
}

function startBare(body: string) {
  return start([import.meta.filename, 'bare', '', body], {});
}

async function start(args: string[], env: NodeJS.ProcessEnv) {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    args.map((arg) => arg || String(port)),
    { env: { ...process.env, ...env, PORT: String(port) }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(`${url}/api/health`).catch(() => undefined)) return { child, url };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('The server did not start.');
}

function serveBytes(port: number, body: string) {
  createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(body);
  }).listen(port, '127.0.0.1');
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

async function load(url: string, headers: Record<string, string>, duration: number) {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url} failed under load.`);
  return result.requests.average;
}

function median(values: number[]) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] as number;
}
