import { resolve } from 'node:path';
import { app } from '#app';
import { isPrivateHost } from './settings/private-network.ts';
import { createSettings, readEnvFile, type Settings } from './settings/read-setting.ts';

/** The settings of the server. Nothing else reads the environment. */
export type Config = ReturnType<typeof readAll>;
export type Limits = Config['limits'];
export type MetricsConfig = NonNullable<Config['metrics']>;
export type S3Config = NonNullable<Config['s3']>;

/** demo: for this machine or a private network. public-demo: for the internet, without admin and mailbox. */
type Mode = 'demo' | 'public-demo' | 'production';

export function readConfig(env: NodeJS.ProcessEnv = readEnvironment()): Config {
  const settings = createSettings(env);
  const mode = modeOf(settings);
  // The mode decides which other settings are required.
  settings.check();
  const config = readAll(settings, mode);
  settings.check();
  return config;
}

function readAll(settings: Settings, mode: Mode) {
  const production = mode === 'production';
  const isPublic = mode === 'public-demo';
  const port = settings.integer('PORT', 3000, 65_535);
  const databaseUrl = settings.address('DATABASE_URL', ['postgres:', 'postgresql:']);
  const smtpUrl = settings.address('SMTP_URL', ['smtp:', 'smtps:']);
  if (production) settings.require('SMTP_URL');
  return {
    mode,
    host: settings.text('HOST') ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port,
    /** Whether systemd passes the socket to listen on, see deploy/systemd/app.socket. */
    inheritsSocket: settings.integer('LISTEN_FDS', 0, 1) === 1,
    /** How many processes serve requests on the port. */
    workers: workers(settings),
    /** How long the server keeps answering after a stop signal, so that proxies notice that it is not ready. */
    drainSeconds: settings.integer('DRAIN_SECONDS', 0, 300),
    // Separate folders, so that production never uses the demo's accounts.
    dataDir: resolve(settings.text('DATA_DIR') ?? (production ? 'data' : 'data/demo')),
    /** The address of PostgreSQL. Without it, SQLite in the data folder is used. */
    databaseUrl,
    /** The same database without a pooler, to listen for changes of other processes. */
    databaseDirectUrl: databaseDirectUrl(settings),
    postgres: {
      poolSize: settings.integer('DATABASE_POOL_SIZE', 10, 1000, 1),
      statementTimeoutMs: settings.integer('DATABASE_STATEMENT_TIMEOUT_MS', 15_000, 600_000, 1),
      lockTimeoutMs: settings.integer('DATABASE_LOCK_TIMEOUT_MS', 5000, 600_000, 1),
    },
    /** False if migrations are a separate step, `npm run migrate`. */
    migratesOnStart: settings.boolean('MIGRATE_ON_START', true),
    /** Runs no background work, such as sending emails, because the data are a copy. */
    rehearsal: settings.boolean('REHEARSAL'),
    publicUrl: publicUrl(settings, mode) ?? `http://localhost:${port}`,
    smtpUrl,
    mailFrom: mailFrom(settings) ?? { name: app.name, address: app.supportEmail },
    /** False if no email can be sent to confirm an account. */
    signUpOpen: mode !== 'public-demo' || smtpUrl !== undefined,
    /** Shows the demo's mailbox to other machines too. */
    mailboxOnNetwork: settings.boolean('MAILBOX_ON_NETWORK'),
    s3: s3(settings),
    /** Limits per user. Lower for visitors of a public demo, because anyone can be many of them. */
    limits: {
      /** Maximum number of items of each kind. */
      itemsPerUser: settings.integer('MAX_ITEMS_PER_USER', isPublic ? 500 : 10_000, 1_000_000),
      photoBytesPerUser:
        settings.integer('MAX_PHOTO_MB_PER_USER', isPublic ? 20 : 1000, 1_000_000) * 1_000_000,
      uploadsAtOncePerUser: settings.integer('MAX_UPLOADS_AT_ONCE_PER_USER', 4, 1000),
    },
    /** How many proxies in front of the server are trusted to set X-Forwarded-For. */
    trustedProxies: trustedProxies(settings),
    /** SHA-256 fingerprints of the certificates that sign the Android app. */
    androidCerts: androidCerts(settings),
    appleTeamId: appleTeamId(settings),
    /** Undefined if no metrics are collected. */
    metrics: metrics(settings, port),
  };
}

/** Reads the environment, and the file .env for settings that the environment lacks. */
export function readEnvironment(): NodeJS.ProcessEnv {
  return { ...readEnvFile('.env'), ...process.env };
}

/** Reads the mode. Rejects an unknown one, which must not start a demo with known passwords. */
function modeOf(settings: Settings): Mode {
  const publicDemo = settings.boolean('PUBLIC_DEMO');
  const text = settings.text('NODE_ENV');
  if (text === 'production') {
    if (publicDemo) settings.reject('PUBLIC_DEMO cannot be set in production.');
    return 'production';
  }
  if (text && text !== 'development' && text !== 'test')
    settings.reject(`NODE_ENV must be production, development or test, but it is "${text}".`);
  return publicDemo ? 'public-demo' : 'demo';
}

/**
 * Reads the public URL. On the internet it must be https, because passwords are sent to it. A demo must not be public:
 * its passwords are known and its mailbox shows reset links.
 */
function publicUrl(settings: Settings, mode: Mode) {
  const url = settings.webAddress('PUBLIC_URL');
  if (mode === 'production') settings.require('PUBLIC_URL');
  if (!url) return undefined;
  const { host, protocol, origin, pathname, username, password } = new URL(url);
  if (pathname !== '/' || username || password)
    return settings.reject(
      'PUBLIC_URL must be an address without path, name and password, such as https://notes.example.com.',
    );
  if (isPrivateHost(host)) return origin;
  if (mode === 'demo')
    return settings.reject(
      'PUBLIC_URL is a public address, which the demo does not serve: set NODE_ENV=production, or PUBLIC_DEMO=true for a demo without admin and mailbox.',
    );
  if (protocol !== 'https:')
    return settings.reject(
      'PUBLIC_URL must start with https://, unless it is an address of this machine or a private network.',
    );
  return origin;
}

function databaseDirectUrl(settings: Settings) {
  const url = settings.address('DATABASE_DIRECT_URL', ['postgres:', 'postgresql:']);
  if (url && !settings.text('DATABASE_URL'))
    settings.reject('DATABASE_DIRECT_URL needs DATABASE_URL too.');
  return url;
}

function workers(settings: Settings) {
  const count = settings.integer('WORKERS', 1, 64, 1);
  if (count > 1 && !settings.text('DATABASE_URL'))
    settings.reject('WORKERS needs PostgreSQL: set DATABASE_URL too.');
  return count;
}

function mailFrom(settings: Settings) {
  const from = settings.text('MAIL_FROM');
  if (!from || /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from)) return from;
  return settings.reject('MAIL_FROM must be an address, alone or as "Name <address>".');
}

function s3(settings: Settings) {
  if (!settings.hasPrefix('S3_')) return undefined;
  const required = (name: string) => settings.text(name) ?? settings.require(name);
  return {
    endpoint: settings.webAddress('S3_ENDPOINT') ?? settings.require('S3_ENDPOINT'),
    bucket: required('S3_BUCKET'),
    region: settings.text('S3_REGION') ?? 'us-east-1',
    accessKeyId: required('S3_ACCESS_KEY_ID'),
    secretAccessKey: required('S3_SECRET_ACCESS_KEY'),
  };
}

function trustedProxies(settings: Settings) {
  const text = settings.text('TRUST_PROXY');
  if (text === 'true') return 1;
  if (text === 'false') return 0;
  return settings.integer('TRUST_PROXY', 0, 10);
}

function androidCerts(settings: Settings) {
  const text = settings.text('ANDROID_CERT_SHA256');
  const certs = text?.split(',').map((cert) => cert.trim().toUpperCase());
  if (!certs || certs.every((cert) => /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/.test(cert))) return certs;
  return settings.reject(
    'ANDROID_CERT_SHA256 must be SHA-256 fingerprints such as 14:6D:E9:…, separated by commas.',
  );
}

function appleTeamId(settings: Settings) {
  const text = settings.text('APPLE_TEAM_ID');
  if (!text || /^[A-Z0-9]{10}$/.test(text)) return text;
  return settings.reject('APPLE_TEAM_ID must be ten capital letters and digits.');
}

function metrics(settings: Settings, sitePort: number) {
  const token = settings.text('METRICS_TOKEN');
  if (token && !/^[\w~+/.=-]{32,}$/.test(token))
    settings.reject(
      'METRICS_TOKEN must be at least 32 letters, digits or any of -._~+/= without spaces.',
    );
  const host = settings.text('METRICS_HOST');
  const port = settings.text('METRICS_PORT')
    ? settings.integer('METRICS_PORT', 0, 65_535)
    : undefined;
  if (port && port === sitePort) settings.reject('METRICS_PORT must not be PORT.');
  if (port === undefined && !token) {
    if (host) settings.reject('METRICS_HOST needs METRICS_PORT.');
    return undefined;
  }
  return {
    /** A separate port. Without it, the metrics are served at /metrics on the site's port. */
    port,
    host: host ?? '127.0.0.1',
    /** The bearer token that a request must have. */
    token,
  };
}
