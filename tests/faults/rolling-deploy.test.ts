import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort } from '#tests/support/free-port.ts';
import { copyKit } from '#tests/support/kit-copy.ts';
import { startPostgres } from '#tests/support/test-postgres.ts';
import { checkPostgres } from './integrity.ts';
import { haproxy } from './proxies.ts';
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
  skip: haproxy.skip,
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
  const url = await haproxy.start(t, ports);
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
