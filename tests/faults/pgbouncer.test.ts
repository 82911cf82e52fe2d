import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { findProgram, lacksPrograms } from '#tests/support/find-program.ts';
import { freePort } from '#tests/support/free-port.ts';
import { startPostgres } from '#tests/support/test-postgres.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { checkPostgres } from './integrity.ts';
import { report } from './report.ts';
import { startRestartableServer } from './restartable-server.ts';
import { startWriters } from './writers.ts';

const NOBODY = 65_534;

test('two servers work behind PgBouncer in transaction mode, from their first start on', {
  skip: lacksPrograms('pgbouncer'),
}, async (t) => {
  const postgres = await startPostgres();
  t.after(postgres.stop);
  const DATABASE_URL = await startPgBouncer(t, postgres.url);
  const DATABASE_DIRECT_URL = postgres.url;
  const a = await startRestartableServer(t, { DATABASE_URL, DATABASE_DIRECT_URL });
  // Without the direct address, it asks the database for changes.
  const b = await startRestartableServer(t, { DATABASE_URL, DATA_DIR: a.dataDir });
  const [first, second] = [await startWriters(t, a.url), await startWriters(t, b.url)];
  for (let round = 0; round < 2; round++) {
    await first.moreAcknowledged();
    await second.moreAcknowledged();
  }
  await first.stop();
  await second.stop();
  for (const [writers, name] of [
    [first, 'with DATABASE_DIRECT_URL'],
    [second, 'without DATABASE_DIRECT_URL'],
  ] as const)
    report(t, {
      fault: `behind PgBouncer in transaction mode, ${name}`,
      engine: 'PostgreSQL',
      integrity: await checkPostgres(postgres.url),
      ...(await writers.summary()),
    });
});

/** Starts PgBouncer with fewer connections to the database than the servers want. Returns its address. */
async function startPgBouncer(t: TestContext, url: string) {
  const { hostname, port, username, password } = new URL(url);
  const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
  chmodSync(folder, 0o755);
  const listenPort = await freePort();
  const users = join(folder, 'users.txt');
  writeFileSync(users, `"${username}" "${password}"\n`);
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
postgres = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${listenPort}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = 5
max_client_conn = 200
ignore_startup_parameters = extra_float_digits, statement_timeout, lock_timeout, idle_in_transaction_session_timeout
`,
  );
  for (const path of [folder, users, settings]) chownSync(path, NOBODY, NOBODY);
  const bouncer = spawn(findProgram('pgbouncer') as string, [settings], {
    uid: NOBODY,
    gid: NOBODY,
    stdio: 'ignore',
  });
  t.after(() => {
    bouncer.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const address = `postgres://${username}:${password}@127.0.0.1:${listenPort}/postgres`;
  await waitFor('PgBouncer accepts connections', () => connects(address));
  return address;
}

async function connects(url: string) {
  const client = new pg.Client(url);
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
