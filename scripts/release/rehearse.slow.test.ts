import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { features } from '#features/server.ts';
import { backUp } from '#server/backup/backup.ts';
import { openBlobs } from '#server/files/open-blobs.ts';
import { uploadPhoto } from '#server/testing/backups.ts';
import { startTestServer, type TestServer } from '#server/testing/harness.ts';
import { copyKit } from '#tests/support/kit-copy.ts';
import { breakingMigrations } from './breaking-migrations.ts';
import { rehearse } from './rehearse.ts';

const LISTENS = 'listen(process.env.PORT)';

const kit = copyKit();
let server: TestServer;
let backup: string;

before(async () => {
  await kit.run('node', 'scripts/build/build-server.ts');
  server = await startTestServer({ features });
  cpSync(server.site, join(kit.folder, 'dist'), { recursive: true });
  writeFileSync(
    join(kit.folder, 'dist/index.html'),
    '<!doctype html><title>Home</title><script src="/assets/main-abc123.js"></script>',
  );
  await uploadPhoto(await server.signUp());
  backup = join(server.config.dataDir, 'backup.tgz');
  await backUp(server.config, await openBlobs(server.config), features, backup);
});

after(async () => {
  kit.remove();
  await server.stop();
});

test('a version that works on a copy of the data passes, and leaves only a log', async () => {
  await run();
  assert.match(await log(), /Restored 1 users[\s\S]*is up to date[\s\S]*"msg":"listening"/);
  await expectNothingLeft();
});

test('a version whose migration fails does not pass', () =>
  isRejected({ 'migrate.js': failing('Migration "kit/0099-colours" failed: no such table') }, [
    'migrate.js fails: Migration "kit/0099-colours" failed: no such table',
  ]));

test('a version that ends at its start does not pass', () =>
  isRejected({ 'main.js': failing('Out of colours') }, [
    'the server ends at its start: Out of colours',
  ]));

test('a version that never gets ready does not pass', () =>
  isRejected(
    { 'main.js': serving('response.writeHead(503).end()') },
    ['the server is not ready after 2 s'],
    { readyLimitMs: 2000 },
  ));

test('a version that answers requests with errors does not pass', () =>
  isRejected(
    { 'main.js': serving('response.writeHead(request.url === "/api/ready" ? 200 : 500).end()') },
    ['GET / answers 500'],
  ));

test('a version that does not stop does not pass', () =>
  isRejected({ 'main.js': `process.on('SIGTERM', () => process.exit(3));\n${STANDS_IN}` }, [
    'the server does not stop as it should',
  ]));

test('a rehearsal that is interrupted ends the version and leaves only a log', async () => {
  const interrupted = new AbortController();
  const next = versionWith({ 'main.js': serving('response.writeHead(503).end()') });
  const running = run(next, { signal: interrupted.signal });
  setTimeout(() => interrupted.abort(new Error('Interrupted')), 3000);
  await assert.rejects(running, { message: 'Interrupted' });
  await expectNothingLeft();
});

test('the user of PostgreSQL needs the right to create a database', {
  skip: process.env.TEST_DATABASE_URL ? false : 'is about PostgreSQL',
}, async (t) => {
  const url = new URL(server.config.databaseUrl as string);
  const administer = async (statement: string) => {
    const client = new pg.Client(url.href);
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await administer(`create role limited login password 'limited'`);
  t.after(() => administer('drop role limited'));
  const limited = Object.assign(new URL(url), { username: 'limited', password: 'limited' });
  await assert.rejects(run(kit.folder, { databaseUrl: limited.href }), {
    message: /^The user limited may not create the database .* alter role limited createdb$/,
  });
  await expectNothingLeft();
});

test('the migrations with which the running version cannot work are known before', async () => {
  assert.deepEqual(await breakingMigrations(server.config, features), []);
  const { name, migrations, ...rest } = { ...server.running.features[0] };
  const added = { async up() {} };
  const next = {
    ...rest,
    name: 'colours',
    migrations: { '0001-more': { ...added, compatible: true as const }, '0002-fewer': added },
  };
  assert.deepEqual(await breakingMigrations(server.config, [...features, next as never]), [
    'colours/0002-fewer',
  ]);
});

/** A server that answers what a rehearsal requests. */
const STANDS_IN = serving(
  `response.end(request.url === '/' ? '<script src="/app.js"></script>' : '')`,
);

function serving(answer: string) {
  return `require('node:http').createServer((request, response) => ${answer}).${LISTENS};`;
}

const failing = (message: string) => `console.error(${JSON.stringify(message)}); process.exit(1);`;

/** Creates a version with programs that stand in for real ones. */
function versionWith(programs: Record<string, string>) {
  const folder = join(kit.folder, 'other version');
  const own = join(folder, 'dist-server');
  mkdirSync(own, { recursive: true });
  // Loads modules as CommonJS, and the real programs from the real version.
  writeFileSync(join(folder, 'package.json'), '{}');
  const migrate = join(kit.folder, 'dist-server/migrate.js');
  const all = { 'migrate.js': `import(${JSON.stringify(migrate)});`, ...programs };
  for (const [name, source] of Object.entries(all)) writeFileSync(join(own, name), source);
  return folder;
}

async function isRejected(
  programs: Record<string, string>,
  [message = '']: string[],
  options?: Options,
) {
  await assert.rejects(run(versionWith(programs), options), {
    message: `${message} (the log is ${join(server.config.dataDir, 'rehearsal.log')})`,
  });
  await expectNothingLeft();
}

type Options = { databaseUrl?: string; signal?: AbortSignal; readyLimitMs?: number };

function run(
  next = kit.folder,
  {
    databaseUrl = server.config.databaseUrl,
    signal = new AbortController().signal,
    ...options
  }: Options = {},
) {
  const { dataDir } = server.config;
  return rehearse({
    settings: {
      ...process.env,
      NODE_ENV: 'production',
      PUBLIC_URL: server.config.publicUrl,
      SMTP_URL: 'smtp://127.0.0.1:9',
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
    },
    features,
    kinds: [],
    backup,
    running: kit.folder,
    next,
    signal,
    ...options,
  });
}

async function expectNothingLeft() {
  assert.equal(existsSync(join(server.config.dataDir, 'rehearsal')), false);
  if (!server.config.databaseUrl) return;
  const client = new pg.Client(server.config.databaseUrl);
  await client.connect();
  const { rows } = await client
    .query("select datname from pg_database where datname like '%\\_rehearsal'")
    .finally(() => client.end());
  assert.deepEqual(rows, []);
}

const log = () => readFile(join(server.config.dataDir, 'rehearsal.log'), 'utf8');
