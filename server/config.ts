import { resolve } from 'node:path';
import { app } from '#app';
import { isPrivateHost } from './private-network.ts';
import {
  addressWith,
  booleanSetting,
  InvalidSetting,
  integerSetting,
  readEnvFile,
  throwMissing,
  webAddress,
} from './read-setting.ts';

/** The settings of the server. Nothing else reads the environment. */
export type Config = {
  /** demo: for this machine or a private network. public-demo: for the internet, without admin and mailbox. */
  mode: 'demo' | 'public-demo' | 'production';
  host: string;
  port: number;
  /** How many processes serve requests on the port. */
  workers: number;
  /** How long the server still answers after a signal to stop, so that a proxy can notice that it is not ready. */
  drainSeconds: number;
  dataDir: string;
  /** The address of PostgreSQL. Without one, SQLite is used, in the data folder. */
  databaseUrl: string | undefined;
  /** The same database without a pooler in between, to listen for changes of other processes. */
  databaseDirectUrl: string | undefined;
  postgres: PostgresLimits;
  /** False where migrations are a step of their own, `npm run migrate`. */
  migratesOnStart: boolean;
  publicUrl: string;
  smtpUrl: string | undefined;
  mailFrom: string | { name: string; address: string };
  /** False where no email can be sent to confirm an account. */
  signUpOpen: boolean;
  /** Shows the demo's mailbox to other machines too. */
  mailboxOnNetwork: boolean;
  s3: S3Config | undefined;
  /** Limits for each person. */
  limits: Limits;
  /** How many proxies in front of the server are trusted to set X-Forwarded-For. */
  trustedProxies: number;
  /** SHA-256 fingerprints of the certificates that sign the Android app. */
  androidCerts: string[] | undefined;
  appleTeamId: string | undefined;
  /** Undefined where no metrics are collected. */
  metrics: MetricsConfig | undefined;
};

export type PostgresLimits = {
  poolSize: number;
  statementTimeoutMs: number;
  lockTimeoutMs: number;
};

export type Limits = {
  /** How many items of each kind a feature stores for one person. */
  itemsPerUser: number;
  photoBytesPerUser: number;
  uploadsAtOncePerUser: number;
};

export type MetricsConfig = {
  /** A port of their own. Without one they are served at /metrics on the port of the site. */
  port: number | undefined;
  host: string;
  /** The bearer token that a request must have. */
  token: string | undefined;
};

export type S3Config = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export function readConfig(env: NodeJS.ProcessEnv = readEnvironment()): Config {
  const mode = modeOf(env);
  const production = mode === 'production';
  const port = integerSetting(env, 'PORT', 3000, 65_535);
  const databaseUrl = addressWith(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const smtpUrl =
    addressWith(env, 'SMTP_URL', ['smtp:', 'smtps:']) ??
    (production ? throwMissing('SMTP_URL') : undefined);
  return {
    mode,
    host: env.HOST || (production ? '0.0.0.0' : '127.0.0.1'),
    port,
    workers: workers(env, databaseUrl),
    drainSeconds: integerSetting(env, 'DRAIN_SECONDS', 0, 300),
    // Separate folders, so that production never uses the demo's accounts.
    dataDir: resolve(env.DATA_DIR || (production ? 'data' : 'data/demo')),
    databaseUrl,
    databaseDirectUrl: databaseDirectUrl(env, databaseUrl),
    postgres: {
      poolSize: integerSetting(env, 'DATABASE_POOL_SIZE', 10, 1000, 1),
      statementTimeoutMs: integerSetting(env, 'DATABASE_STATEMENT_TIMEOUT_MS', 15_000, 600_000, 1),
      lockTimeoutMs: integerSetting(env, 'DATABASE_LOCK_TIMEOUT_MS', 5000, 600_000, 1),
    },
    migratesOnStart: booleanSetting(env, 'MIGRATE_ON_START', true),
    publicUrl: publicUrl(env, mode) ?? `http://localhost:${port}`,
    smtpUrl,
    mailFrom: mailFrom(env) ?? { name: app.name, address: app.supportEmail },
    signUpOpen: mode !== 'public-demo' || smtpUrl !== undefined,
    mailboxOnNetwork: booleanSetting(env, 'MAILBOX_ON_NETWORK'),
    s3: s3(env),
    limits: {
      itemsPerUser: integerSetting(env, 'MAX_ITEMS_PER_USER', 10_000, 1_000_000),
      photoBytesPerUser: integerSetting(env, 'MAX_PHOTO_MB_PER_USER', 1000, 1_000_000) * 1_000_000,
      uploadsAtOncePerUser: integerSetting(env, 'MAX_UPLOADS_AT_ONCE_PER_USER', 4, 1000),
    },
    trustedProxies: trustedProxies(env),
    androidCerts: androidCerts(env),
    appleTeamId: appleTeamId(env),
    metrics: metrics(env, port),
  };
}

/** Reads the environment, and what it does not contain from the file .env. */
export function readEnvironment(): NodeJS.ProcessEnv {
  return { ...readEnvFile('.env'), ...process.env };
}

/** Reads the mode. Rejects a misspelt one: it must not become a demo with known passwords. */
function modeOf(env: NodeJS.ProcessEnv): Config['mode'] {
  const publicDemo = booleanSetting(env, 'PUBLIC_DEMO');
  switch (env.NODE_ENV) {
    case 'production':
      if (publicDemo) throw new InvalidSetting('PUBLIC_DEMO cannot be set in production.');
      return 'production';
    case undefined:
    case '':
    case 'development':
    case 'test':
      return publicDemo ? 'public-demo' : 'demo';
    default:
      throw new InvalidSetting(
        `NODE_ENV must be production, development or test, but it is "${env.NODE_ENV}".`,
      );
  }
}

/**
 * Reads the public URL. On the internet it must be https, because passwords are sent to it. A demo must not be public:
 * its passwords are known and its mailbox shows reset links.
 */
function publicUrl(env: NodeJS.ProcessEnv, mode: Config['mode']) {
  const url = webAddress(env, 'PUBLIC_URL');
  if (!url) return mode === 'production' ? throwMissing('PUBLIC_URL') : undefined;
  const { host, protocol, origin, pathname, username, password } = new URL(url);
  if (pathname !== '/' || username || password)
    throw new InvalidSetting(
      'PUBLIC_URL must be an address without path, name and password, such as https://notes.example.com.',
    );
  if (isPrivateHost(host)) return origin;
  if (mode === 'demo')
    throw new InvalidSetting(
      'PUBLIC_URL is a public address, which the demo does not serve: set NODE_ENV=production, or PUBLIC_DEMO=true for a demo without admin and mailbox.',
    );
  if (protocol !== 'https:')
    throw new InvalidSetting(
      'PUBLIC_URL must start with https://, unless it is an address of this machine or a private network.',
    );
  return origin;
}

function databaseDirectUrl(env: NodeJS.ProcessEnv, databaseUrl: string | undefined) {
  const url = addressWith(env, 'DATABASE_DIRECT_URL', ['postgres:', 'postgresql:']);
  if (url && !databaseUrl) throw new InvalidSetting('DATABASE_DIRECT_URL needs DATABASE_URL too.');
  return url;
}

function workers(env: NodeJS.ProcessEnv, databaseUrl: string | undefined) {
  const count = integerSetting(env, 'WORKERS', 1, 64, 1);
  if (count === 1 || databaseUrl) return count;
  throw new InvalidSetting('WORKERS needs PostgreSQL: set DATABASE_URL too.');
}

function mailFrom({ MAIL_FROM: from }: NodeJS.ProcessEnv) {
  if (!from) return undefined;
  if (/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from)) return from;
  throw new InvalidSetting('MAIL_FROM must be an address, alone or as "Name <address>".');
}

function s3(env: NodeJS.ProcessEnv): S3Config | undefined {
  if (!Object.keys(env).some((name) => name.startsWith('S3_') && env[name])) return undefined;
  return {
    endpoint: webAddress(env, 'S3_ENDPOINT') ?? throwMissing('S3_ENDPOINT'),
    bucket: env.S3_BUCKET || throwMissing('S3_BUCKET'),
    region: env.S3_REGION || 'us-east-1',
    accessKeyId: env.S3_ACCESS_KEY_ID || throwMissing('S3_ACCESS_KEY_ID'),
    secretAccessKey: env.S3_SECRET_ACCESS_KEY || throwMissing('S3_SECRET_ACCESS_KEY'),
  };
}

function trustedProxies(env: NodeJS.ProcessEnv) {
  if (env.TRUST_PROXY === 'true') return 1;
  if (env.TRUST_PROXY === 'false') return 0;
  return integerSetting(env, 'TRUST_PROXY', 0, 10);
}

function androidCerts(env: NodeJS.ProcessEnv) {
  const text = env.ANDROID_CERT_SHA256;
  if (!text) return undefined;
  const certs = text.split(',').map((cert) => cert.trim().toUpperCase());
  if (certs.every((cert) => /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/.test(cert))) return certs;
  throw new InvalidSetting(
    'ANDROID_CERT_SHA256 must be SHA-256 fingerprints such as 14:6D:E9:…, separated by commas.',
  );
}

function appleTeamId(env: NodeJS.ProcessEnv) {
  const text = env.APPLE_TEAM_ID;
  if (!text || /^[A-Z0-9]{10}$/.test(text)) return text || undefined;
  throw new InvalidSetting('APPLE_TEAM_ID must be ten capital letters and digits.');
}

function metrics(env: NodeJS.ProcessEnv, sitePort: number): MetricsConfig | undefined {
  const { METRICS_TOKEN: token, METRICS_HOST: host = '' } = env;
  if (token && !/^[\w~+/.=-]{32,}$/.test(token))
    throw new InvalidSetting(
      'METRICS_TOKEN must be at least 32 letters, digits or any of -._~+/= without spaces.',
    );
  const port = env.METRICS_PORT ? integerSetting(env, 'METRICS_PORT', 0, 65_535) : undefined;
  if (port && port === sitePort) throw new InvalidSetting('METRICS_PORT must not be PORT.');
  if (port === undefined && !token) {
    if (host) throw new InvalidSetting('METRICS_HOST needs METRICS_PORT.');
    return undefined;
  }
  return { port, host: host || '127.0.0.1', token: token || undefined };
}
