import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findProgram, lacksPrograms } from '#tests/support/find-program.ts';
import { freePort } from '#tests/support/free-port.ts';
import { copyKit } from '#tests/support/kit-copy.ts';
import { startPostgres } from '#tests/support/test-postgres.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { checkPostgres } from './integrity.ts';
import { report } from './report.ts';
import { startWriters } from './writers.ts';

const MIGRATION = `
    '0002-colour': {
      compatible: true,
      async up(db) {
        await db.schema.alterTable('items').addColumn('colour', 'text').execute();
      },
    },`;

test('a new version replaces the old one under load, process by process, and no request fails', {
  skip: lacksPrograms('haproxy'),
}, async (t) => {
  const postgres = await startPostgres();
  t.after(postgres.stop);
  const [oldVersion, newVersion] = [copyKit(), copyKit()];
  t.after(oldVersion.remove);
  t.after(newVersion.remove);
  newVersion.replace(
    'server/testing/items/feature.ts',
    '  testItems,\n  {',
    `  testItems,\n  {${MIGRATION}`,
  );
  const ports = [await freePort(), await freePort()];
  const settings = (port: number | undefined) => ({
    DATABASE_URL: postgres.url,
    DATA_DIR: join(oldVersion.folder, 'data'),
    MIGRATE_ON_START: 'false',
    DRAIN_SECONDS: '5',
    PORT: String(port),
  });

  await migrate(oldVersion, settings(ports[0]));
  const running = await Promise.all(ports.map((port) => oldVersion.start(settings(port))));
  await Promise.all(running.map(({ listening }) => listening()));
  const url = await startHaproxy(t, ports);
  const writers = await startWriters(t, url);
  await writers.moreAcknowledged();

  await migrate(newVersion, settings(ports[0]));
  await writers.moreAcknowledged();
  for (const [index, server] of running.entries()) {
    server.child.kill('SIGTERM');
    assert.equal((await server.ended).code, 0);
    const next = await newVersion.start(settings(ports[index]));
    await next.listening();
    await writers.moreAcknowledged();
  }
  await writers.stop();

  assert.deepEqual(
    [...writers.outcomes.keys()].filter((outcome) => typeof outcome !== 'number' || outcome >= 400),
    [],
  );
  report(t, {
    fault: 'new version deployed under load, process by process, behind HAProxy',
    engine: 'PostgreSQL',
    integrity: await checkPostgres(postgres.url),
    ...(await writers.summary()),
  });
});

/** Runs the migrations of a version in a process of their own, as `npm run migrate` does. */
async function migrate({ folder, start }: ReturnType<typeof copyKit>, env: NodeJS.ProcessEnv) {
  writeFileSync(
    join(folder, 'migrate-items.ts'),
    `import { readConfig } from '#server/config.ts';
    import { openDatabase } from '#server/database/open-database.ts';
    import { testItemsServer } from '#server/testing/items/feature.ts';
    const config = { ...readConfig(), migratesOnStart: true };
    await (await openDatabase(config, [testItemsServer])).close();`,
  );
  const { ended } = await start(env, { main: 'migrate-items.ts' });
  const { code, errors } = await ended;
  assert.equal(code, 0, errors);
}

/** Starts HAProxy with the configuration of deploy/, without TLS and on other ports. */
async function startHaproxy(t: TestContext, ports: number[]) {
  const folder = mkdtempSync(join(tmpdir(), 'haproxy-'));
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  const shipped = readFileSync('deploy/haproxy/haproxy.cfg', 'utf8');
  writeFileSync(
    file,
    shipped
      .replace(/^\t(user|group|chroot|ssl-default|maxconn) .*\n/gm, '')
      .replace(/^\tbind :::443 .*\n|^\thttp-request redirect .*\n/gm, '')
      .replace('bind :::80 v4v6', `bind 127.0.0.1:${port}`)
      .replaceAll('10.0.0.11:3000', `127.0.0.1:${ports[0]}`)
      .replaceAll('10.0.0.12:3000', `127.0.0.1:${ports[1]}`),
  );
  const haproxy = spawn(findProgram('haproxy') as string, ['-f', file, '-db'], { stdio: 'ignore' });
  t.after(() => {
    haproxy.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${port}`;
  await waitFor('HAProxy forwards requests', async () => {
    const response = await fetch(`${url}/api/ready`).catch(() => undefined);
    return response?.ok === true;
  });
  return url;
}
