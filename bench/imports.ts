import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { demoAccounts } from '#server/demo/content.ts';
import { median } from '#tests/support/median.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { startPostgres } from '#tests/support/test-postgres.ts';

// Measures how long others wait while one account repeatedly completes an import that cannot succeed, and on PostgreSQL
// also writes on many connections. With the folder of another checkout as argument, measures that one first.
const PARTS = 3500;
const OWN_WRITERS = 20;
const STAGED_AT_ONCE = 8;
const ALONE_MS = 3000;
const ATTACK_MS = 15_000;
const PAUSE_MS = 20;

const checkouts = [process.argv[2], '.'].filter((folder) => folder !== undefined);
await using postgres = await startPostgres();
let databases = 0;
for (const engine of ['SQLite', 'PostgreSQL'] as const) {
  console.log(`${engine}, ${PARTS} parts of one item, alone → during the attack`);
  for (const checkout of checkouts) await measure(checkout, engine);
}

async function measure(checkout: string, engine: 'SQLite' | 'PostgreSQL') {
  const DATABASE_URL =
    engine === 'PostgreSQL' ? await postgres.createDatabase(`bench_${databases++}`) : '';
  await using server = await startServerProcess(['server/testing/main.ts'], {
    cwd: resolve(checkout),
    env: { DATABASE_URL, LOG_LEVEL: 'error' },
  });
  const [attacker, other] = await Promise.all(
    demoAccounts.map((account) => createCaller(server.url, account)),
  );
  if (!attacker || !other) throw new Error('There are too few accounts.');
  const alone = await watch(other, ALONE_MS);
  const attack = startAttack(attacker, engine === 'PostgreSQL' ? OWN_WRITERS : 0);
  await attack.staged;
  const attacked = await watch(other, ATTACK_MS);
  const completions = await attack.stop();
  console.log(`  ${checkout}: ${completions} completions`);
  for (const [kind, times] of Object.entries(attacked))
    console.log(`    ${kind.padEnd(8)} ${describe(alone[kind])} → ${describe(times)}`);
}

type Caller = Awaited<ReturnType<typeof createCaller>>;
type Answers = { ms: number; status: number }[];

/** Sends the other users' requests, one kind after the other. Returns how long each took. */
async function watch({ call, signIn }: Caller, durationMs: number) {
  const kinds: Record<string, () => Promise<Response>> = {
    read: () => call('GET', '/api/items?limit=10'),
    write: () => call('POST', '/api/items', { title: '', text: 'x' }),
    'sign-in': signIn,
    ready: () => call('GET', '/api/ready'),
  };
  const until = performance.now() + durationMs;
  const watched = Object.entries(kinds).map(async ([kind, send]) => {
    const answers: Answers = [];
    while (performance.now() < until) {
      const started = performance.now();
      const { status } = await send();
      answers.push({ ms: performance.now() - started, status });
      await sleep(PAUSE_MS);
    }
    return [kind, answers] as const;
  });
  return Object.fromEntries(await Promise.all(watched));
}

/** Completes an import that cannot succeed, and stages it again if it was deleted, while the account keeps writing. */
function startAttack({ call }: Caller, writers: number) {
  const staged = Promise.withResolvers<void>();
  let isRunning = true;
  let completions = 0;
  const loops = [completeOften(), ...Array.from({ length: writers }, write)];
  return {
    staged: staged.promise,
    async stop() {
      isRunning = false;
      await Promise.all(loops);
      return completions;
    },
  };

  async function completeOften() {
    while (isRunning) {
      const id = await stage();
      staged.resolve();
      while (isRunning) {
        const response = await call('POST', '/api/import/complete', { id, parts: PARTS });
        completions++;
        if ((await response.text()).includes('part of the import')) break;
      }
    }
  }

  async function stage() {
    const id = randomUUID();
    const limit = pLimit(STAGED_AT_ONCE);
    await limit.map(Array.from({ length: PARTS }).keys(), async (part) => {
      if (!isRunning) return;
      const photo = part === PARTS - 1 ? 'missing.jpg' : null;
      const body = { id, part, entity: 'items', items: [newItem(photo)] };
      const response = await call('POST', '/api/import', body);
      if (!response.ok) throw new Error(`A part got ${response.status}.`);
    });
    return id;
  }

  async function write() {
    await staged.promise;
    while (isRunning) {
      const { status } = await call('POST', '/api/items', { title: '', text: 'x' });
      if (status >= 400) await sleep(PAUSE_MS);
    }
  }
}

function newItem(photo_path: string | null) {
  const time = '2026-01-31T09:30:00.000Z';
  const dates = { created_at: time, updated_at: time };
  return { id: randomUUID(), title: '', text: 'x', photo_path, ...dates };
}

async function createCaller(url: string, account: { email: string; password: string }) {
  const send = async (method: string, path: string, body?: object, token = '') => {
    const response = await fetch(url + path, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body) ?? null,
    });
    return new Response(await response.bytes(), { status: response.status });
  };
  const signIn = () => send('POST', '/api/auth/login', account);
  const { token } = (await (await signIn()).json()) as { token: string };
  return {
    signIn,
    call: (method: string, path: string, body?: object) => send(method, path, body, token),
  };
}

function describe(answers: Answers = []) {
  const times = answers.map(({ ms }) => ms);
  const refused = answers.filter(({ status }) => status === 503).length;
  const [middle, most] = [median(times), Math.max(...times)].map(Math.round);
  return `median ${middle} ms, slowest ${most} ms, ${refused} of ${answers.length} 503`;
}
