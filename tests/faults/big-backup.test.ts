import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { readConfig } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { demoAccounts } from '#server/demo/content.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { startServerProcess } from '#tests/support/server-process.ts';
import { startPostgres } from '#tests/support/test-postgres.ts';

// More characters than the longest string of V8 (2^29 - 24).
const ROWS = 150_000;
const ROW_CHARACTERS = 4000;
const ROWS_AT_ONCE = 2500;
const SAMPLE_EVERY = 2500;
const HEAP_MB = 64;
const PEAK_MEMORY_MB = 300;

const folder = await mkdtemp(join(tmpdir(), 'big-backup-'));
after(() => rm(folder, { recursive: true }));

test('600 MB of rows are backed up and restored in little memory while the server runs, on SQLite', (t) =>
  backsUpAndRestores(t, 'sqlite'));

test('600 MB of rows are backed up and restored in little memory while the server runs, on PostgreSQL', async (t) => {
  const postgres = await startPostgres();
  process.env.TEST_DATABASE_URL = postgres.url;
  try {
    await backsUpAndRestores(t, 'postgres');
  } finally {
    await postgres.stop();
  }
});

async function backsUpAndRestores(t: TestContext, engine: Database['engine']) {
  const file = join(folder, `${engine}.tgz`);
  const [from, to] = [await storage(`${engine}-from`), await storage(`${engine}-to`)];
  const server = await startServerProcess(['server/main.ts'], {
    data: from.dataDir,
    env: from.env,
  });
  try {
    await withDatabase(from, fill);
    const writer = await startWriter(server.url);
    const backup = await runCommand(['scripts/operate/backup.ts', file], from.env);
    const { written, longestStallMs } = await writer.stop();
    t.diagnostic(`backup: ${backup.figures}, longest stall of /api/health ${longestStallMs} ms`);
    assert.equal(backup.code, 0, backup.output);
    assert.ok(backup.peakMb === undefined || backup.peakMb < PEAK_MEMORY_MB, backup.figures);
    const restore = await runCommand(['scripts/operate/restore.ts', file], to.env);
    t.diagnostic(`restore: ${restore.figures}`);
    assert.equal(restore.code, 0, restore.output);
    assert.ok(restore.peakMb === undefined || restore.peakMb < PEAK_MEMORY_MB, restore.figures);

    assert.ok(written > 0, 'something was written while the backup ran');
    assert.deepEqual(await withDatabase(to, summary), await withDatabase(from, summary));
  } finally {
    await server.stop();
  }
}

async function storage(name: string) {
  const dataDir = join(folder, name);
  const { url } = await createTestDatabase();
  return { dataDir, env: { DATA_DIR: dataDir, DATABASE_URL: url ?? '', NODE_ENV: '' } };
}

type Storage = Awaited<ReturnType<typeof storage>>;

async function withDatabase<Result>(
  { dataDir, env }: Storage,
  work: (database: Database) => Promise<Result>,
) {
  const database = await openDatabase(readConfig({ ...env, DATA_DIR: dataDir }), []);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Fills a table in steps, each within the time limit of a statement. */
async function fill({ engine, query }: Database) {
  const value =
    engine === 'sqlite'
      ? sql`hex(randomblob(${sql.lit(ROW_CHARACTERS / 2)}))`
      : sql`left(repeat(md5(n::text), 128), ${sql.lit(ROW_CHARACTERS)})`;
  for (let first = 0; first < ROWS; first += ROWS_AT_ONCE) {
    const numbers =
      engine === 'sqlite'
        ? sql`with recursive numbers(n) as (values (${sql.lit(first)}) union all select n + 1 from numbers where n + 1 < ${sql.lit(first + ROWS_AT_ONCE)})`
        : sql`with numbers as (select generate_series(${sql.lit(first)}, ${sql.lit(first + ROWS_AT_ONCE - 1)}) as n)`;
    await sql`${numbers}
      insert into secrets (name, value) select 'big-' || n, ${value} from numbers`.execute(query);
  }
}

/** Changes a name and requests the server's health repeatedly. Each call must succeed. */
async function startWriter(url: string) {
  const [account] = demoAccounts;
  let token = '';
  ({ token } = await call('POST', '/api/auth/login', account));
  let written = 0;
  let longestStallMs = 0;
  let stopped = false;
  const running = Promise.all([write(), watchHealth()]);
  // Errors are thrown when it is stopped; until then they must not count as unhandled.
  running.catch(() => {});
  return {
    async stop() {
      stopped = true;
      await running;
      const { user } = await call('GET', '/api/auth/me');
      assert.equal(user.first_name, String(written));
      return { written, longestStallMs };
    },
  };

  async function write() {
    for (; !stopped; await sleep(50)) {
      const profile = { first_name: String(written + 1), last_name: 'Changes' };
      await call('POST', '/api/auth/update-profile', profile);
      written++;
    }
  }

  async function watchHealth() {
    for (; !stopped; await sleep(20)) {
      const started = performance.now();
      const response = await fetch(`${url}/api/health`);
      assert.equal(response.status, 200);
      await response.arrayBuffer();
      longestStallMs = Math.max(longestStallMs, Math.round(performance.now() - started));
    }
  }

  async function call(method: string, path: string, body?: unknown) {
    const response = await fetch(url + path, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    assert.ok(response.ok, `${path} responded with ${response.status}`);
    return (await response.json()) as AuthResponse;
  }
}

type AuthResponse = { token: string; user: { first_name: string } };

/** Runs a command of the kit with a small heap. */
async function runCommand(args: string[], env: NodeJS.ProcessEnv) {
  const started = performance.now();
  const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MB}`, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let peakMb: number | undefined;
  const watch = setInterval(async () => {
    peakMb = (await peakMemoryMb(child.pid)) ?? peakMb;
  }, 100);
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'exit');
  clearInterval(watch);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  return {
    code,
    output: (await output).join(''),
    peakMb,
    figures: `${seconds} s, peak memory ${peakMb} MB`,
  };
}

/** Returns the peak memory of a process. Linux only. */
async function peakMemoryMb(pid: number | undefined) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
  return (kilobytes && Math.round(Number(kilobytes) / 1024)) || undefined;
}

async function summary({ query }: Database) {
  const big = query.selectFrom('secrets').where('name', 'like', 'big-%');
  const totals = await big
    .select(({ fn }) => [
      fn.countAll<number>().as('rows'),
      fn.sum<number>(fn<number>('length', ['value'])).as('characters'),
    ])
    .executeTakeFirstOrThrow();
  const samples = Array.from({ length: ROWS / SAMPLE_EVERY }, (_, i) => `big-${i * SAMPLE_EVERY}`);
  return {
    rows: Number(totals.rows),
    characters: Number(totals.characters),
    samples: await query
      .selectFrom('secrets')
      .selectAll()
      .where('name', 'in', samples)
      .orderBy('name')
      .execute(),
  };
}
