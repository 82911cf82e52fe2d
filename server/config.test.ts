import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { app } from '#app';
import { readConfig } from './config.ts';
import { InvalidSetting } from './settings/read-setting.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://app.example/',
  SMTP_URL: 'smtps://user:secret@mail.example:465',
};

const s3 = {
  S3_ENDPOINT: 'https://store.example/',
  S3_BUCKET: 'photos',
  S3_REGION: 'eu-central-1',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
};

test('without settings the server is a demo for this machine only', () => {
  assert.deepEqual(readConfig({}), {
    mode: 'demo',
    host: '127.0.0.1',
    port: 3000,
    inheritsSocket: false,
    workers: 1,
    drainSeconds: 0,
    dataDir: resolve('data/demo'),
    databaseUrl: undefined,
    databaseDirectUrl: undefined,
    postgres: { poolSize: 10, statementTimeoutMs: 15_000, lockTimeoutMs: 5000 },
    migratesOnStart: true,
    rehearsal: false,
    publicUrl: 'http://localhost:3000',
    smtpUrl: undefined,
    mailFrom: { name: app.name, address: app.supportEmail },
    signUpOpen: true,
    mailboxOnNetwork: false,
    s3: undefined,
    limits: { itemsPerUser: 10_000, photoBytesPerUser: 1_000_000_000, uploadsAtOncePerUser: 4 },
    trustedProxies: 0,
    androidCerts: undefined,
    appleTeamId: undefined,
    metrics: undefined,
  });
});

test('production listens on all interfaces and accepts every setting', () => {
  const settings = {
    ...production,
    ...s3,
    PORT: '8080',
    LISTEN_FDS: '1',
    WORKERS: '4',
    DRAIN_SECONDS: '5',
    DATABASE_POOL_SIZE: '20',
    DATABASE_STATEMENT_TIMEOUT_MS: '3000',
    DATABASE_LOCK_TIMEOUT_MS: '1000',
    MIGRATE_ON_START: 'false',
    REHEARSAL: 'true',
    DATA_DIR: '/var/lib/app',
    DATABASE_URL: 'postgres://app:secret@db.example/app',
    DATABASE_DIRECT_URL: 'postgres://app:secret@db.example:5433/app',
    MAIL_FROM: 'App <mail@app.example>',
    TRUST_PROXY: '2',
    MAX_ITEMS_PER_USER: '500',
    MAX_PHOTO_MB_PER_USER: '50',
    MAX_UPLOADS_AT_ONCE_PER_USER: '2',
    ANDROID_CERT_SHA256: Array(32).fill('14').join(':'),
    APPLE_TEAM_ID: 'ABCDE12345',
    METRICS_PORT: '9100',
    METRICS_HOST: '::1',
    METRICS_TOKEN: 'm'.repeat(32),
  };
  assert.deepEqual(readConfig(settings), {
    mode: 'production',
    host: '0.0.0.0',
    port: 8080,
    inheritsSocket: true,
    workers: 4,
    drainSeconds: 5,
    dataDir: resolve('/var/lib/app'),
    databaseUrl: settings.DATABASE_URL,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL,
    postgres: { poolSize: 20, statementTimeoutMs: 3000, lockTimeoutMs: 1000 },
    migratesOnStart: false,
    rehearsal: true,
    publicUrl: 'https://app.example',
    smtpUrl: settings.SMTP_URL,
    mailFrom: settings.MAIL_FROM,
    signUpOpen: true,
    mailboxOnNetwork: false,
    s3: {
      endpoint: 'https://store.example',
      bucket: 'photos',
      region: 'eu-central-1',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    },
    limits: { itemsPerUser: 500, photoBytesPerUser: 50_000_000, uploadsAtOncePerUser: 2 },
    trustedProxies: 2,
    androidCerts: [settings.ANDROID_CERT_SHA256],
    appleTeamId: settings.APPLE_TEAM_ID,
    metrics: { port: 9100, host: '::1', token: settings.METRICS_TOKEN },
  });
});

test('demo and production have separate data folders unless one is set', () => {
  assert.equal(readConfig({}).dataDir, resolve('data/demo'));
  assert.equal(readConfig(production).dataDir, resolve('data'));
  assert.equal(readConfig({ DATA_DIR: 'elsewhere' }).dataDir, resolve('elsewhere'));
});

test('the demo accepts this machine and private networks as public URL, but no public address', () => {
  for (const PUBLIC_URL of ['http://localhost:4000', 'http://192.168.1.5:3000', 'http://my.local'])
    assert.equal(readConfig({ PUBLIC_URL }).mode, 'demo');
  for (const PUBLIC_URL of ['https://app.example', 'http://203.0.113.7'])
    rejects({ PUBLIC_URL }, 'PUBLIC_URL');
});

test('PUBLIC_DEMO makes a public demo, which allows sign-up only if it can send email, with low limits per visitor', () => {
  const settings = { PUBLIC_DEMO: 'true', PUBLIC_URL: 'https://app.example' };
  const { mode, signUpOpen, host, limits } = readConfig(settings);
  assert.deepEqual([mode, signUpOpen, host], ['public-demo', false, '127.0.0.1']);
  assert.equal(readConfig({ ...settings, SMTP_URL: production.SMTP_URL }).signUpOpen, true);
  assert.deepEqual([limits.itemsPerUser, limits.photoBytesPerUser], [500, 20_000_000]);
  rejects({ ...production, PUBLIC_DEMO: 'true' }, 'PUBLIC_DEMO');
});

test('a public address must be https, in production and for a public demo', () => {
  for (const PUBLIC_URL of ['http://app.example', 'http://203.0.113.7:3000']) {
    rejects({ ...production, PUBLIC_URL }, 'PUBLIC_URL');
    rejects({ PUBLIC_DEMO: 'true', PUBLIC_URL }, 'PUBLIC_URL');
  }
  for (const PUBLIC_URL of ['http://localhost:3000', 'http://192.168.1.5', 'http://app.test'])
    assert.equal(readConfig({ ...production, PUBLIC_URL }).publicUrl, PUBLIC_URL);
});

test('other machines see the mailbox only if its setting allows it', () => {
  assert.equal(readConfig({ HOST: '0.0.0.0' }).mailboxOnNetwork, false);
  assert.equal(readConfig({ MAILBOX_ON_NETWORK: 'true' }).mailboxOnNetwork, true);
});

test('an empty setting counts as not set', () => {
  const empty = {
    PORT: '',
    HOST: '',
    DATABASE_URL: '',
    PUBLIC_URL: '',
    S3_BUCKET: '',
    TRUST_PROXY: '',
    PUBLIC_DEMO: '',
    MAILBOX_ON_NETWORK: '',
    METRICS_PORT: '',
    METRICS_TOKEN: '',
  };
  assert.deepEqual(readConfig(empty), readConfig({}));
});

test('TRUST_PROXY accepts true and false', () => {
  assert.equal(readConfig({ TRUST_PROXY: 'true' }).trustedProxies, 1);
  assert.equal(readConfig({ TRUST_PROXY: 'false' }).trustedProxies, 0);
});

test('metrics are collected if they have a port or a token, on this machine unless a host is set', () => {
  const token = 'm'.repeat(32);
  const host = '127.0.0.1';
  assert.deepEqual(readConfig({ METRICS_PORT: '9100' }).metrics, {
    port: 9100,
    host,
    token: undefined,
  });
  assert.deepEqual(readConfig({ METRICS_TOKEN: token }).metrics, { port: undefined, host, token });
});

const wrong: [string, string][] = [
  ['PORT', 'abc'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '80.5'],
  ['PORT', '0x50'],
  ['DATABASE_URL', 'mysql://user:secret@db.example/app'],
  ['DATABASE_URL', 'secret'],
  ['DATABASE_DIRECT_URL', 'secret'],
  ['PUBLIC_URL', 'app.example'],
  ['PUBLIC_URL', 'ftp://app.example'],
  ['PUBLIC_URL', 'https://app.example/?from=letter'],
  ['PUBLIC_URL', 'https://app.example/#start'],
  ['PUBLIC_URL', 'https://app.example/app'],
  ['PUBLIC_URL', 'https://name:password@app.example'],
  ['DATABASE_DIRECT_URL', 'postgres://localhost/app'],
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'https://user:secret@mail.example'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'App <mail@app.example>\r\nBcc: all@app.example'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', '-1'],
  ['MAX_ITEMS_PER_USER', 'many'],
  ['MAX_PHOTO_MB_PER_USER', '1.5'],
  ['MAX_UPLOADS_AT_ONCE_PER_USER', '-1'],
  ['S3_ENDPOINT', 'store.example'],
  ['ANDROID_CERT_SHA256', '14:6D'],
  ['APPLE_TEAM_ID', 'abc'],
  ['WORKERS', '0'],
  ['WORKERS', '2'],
  ['DRAIN_SECONDS', '-1'],
  ['DATABASE_POOL_SIZE', '0'],
  ['DATABASE_STATEMENT_TIMEOUT_MS', '0'],
  ['DATABASE_LOCK_TIMEOUT_MS', 'long'],
  ['MIGRATE_ON_START', 'no'],
  ['METRICS_PORT', 'yes'],
  ['METRICS_PORT', '3000'],
  ['METRICS_TOKEN', 'short-secret'],
  ['METRICS_TOKEN', 'secret '.repeat(10)],
  ['METRICS_HOST', '0.0.0.0'],
  ['PUBLIC_DEMO', 'yes'],
  ['MAILBOX_ON_NETWORK', '1'],
  ['NODE_ENV', 'prod'],
  ['NODE_ENV', 'Production'],
];

test('each invalid setting gives one line that names it and contains no password', () => {
  for (const [name, value] of wrong) rejects({ ...production, ...s3, [name]: value }, name);
});

test('incomplete S3 settings stop the start', () => {
  for (const name of ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
    rejects({ ...s3, [name]: undefined }, name);
});

function rejects(env: NodeJS.ProcessEnv, name: string) {
  assert.throws(
    () => readConfig(env),
    (error) => {
      assert.ok(error instanceof InvalidSetting);
      assert.match(error.message, new RegExp(`^${name} [^\\r\\n]+\\.$`));
      assert.doesNotMatch(error.message, /secret/);
      return true;
    },
    `${name}=${env[name]}`,
  );
}
