import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { app } from '#app';

/** The only reader of the environment. */
export type Config = {
  mode: 'demo' | 'production';
  host: string;
  port: number;
  dataDir: string;
  /** PostgreSQL when set, else SQLite in the data folder. */
  databaseUrl: string | undefined;
  publicUrl: string;
  smtpUrl: string | undefined;
  mailFrom: string;
  s3: S3Config | undefined;
  /** How many proxies in front of the server are ours, and so may be believed. */
  trustedProxies: number;
  /** SHA-256 fingerprints of the certificates that sign the Android app. */
  androidCerts: string[] | undefined;
  appleTeamId: string | undefined;
};

export type S3Config = {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Its message is the one line a person reads when the start is refused. */
export class WrongSetting extends Error {}

export function readConfig(env: NodeJS.ProcessEnv = environment()): Config {
  const production = isProduction(env);
  const port = wholeNumber(env, 'PORT', 3000, 65_535);
  const publicUrl =
    webAddress(env, 'PUBLIC_URL') ??
    (production ? missing('PUBLIC_URL') : `http://localhost:${port}`);
  return {
    mode: production ? 'production' : 'demo',
    host: env.HOST || (production ? '0.0.0.0' : '127.0.0.1'),
    port,
    dataDir: resolve(env.DATA_DIR || 'data'),
    databaseUrl: addressWith(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    publicUrl,
    smtpUrl:
      addressWith(env, 'SMTP_URL', ['smtp:', 'smtps:']) ??
      (production ? missing('SMTP_URL') : undefined),
    mailFrom: mailFrom(env) ?? `${app.name} <${app.supportEmail}>`,
    s3: s3(env),
    trustedProxies: trustedProxies(env),
    androidCerts: androidCerts(env),
    appleTeamId: appleTeamId(env),
  };
}

function environment() {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return process.env;
}

/** A misspelt mode must not become a demo with known passwords. */
function isProduction({ NODE_ENV: mode }: NodeJS.ProcessEnv) {
  if (mode === 'production') return true;
  if (!mode || mode === 'development' || mode === 'test') return false;
  throw new WrongSetting(`NODE_ENV must be production, development or test, but it is "${mode}".`);
}

function mailFrom({ MAIL_FROM: from }: NodeJS.ProcessEnv) {
  if (!from) return undefined;
  if (/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(from)) return from;
  throw new WrongSetting('MAIL_FROM must be an address, alone or as "Name <address>".');
}

function s3(env: NodeJS.ProcessEnv): S3Config | undefined {
  if (!Object.keys(env).some((name) => name.startsWith('S3_') && env[name])) return undefined;
  return {
    endpoint: webAddress(env, 'S3_ENDPOINT') ?? missing('S3_ENDPOINT'),
    bucket: env.S3_BUCKET || missing('S3_BUCKET'),
    region: env.S3_REGION || 'us-east-1',
    accessKeyId: env.S3_ACCESS_KEY_ID || missing('S3_ACCESS_KEY_ID'),
    secretAccessKey: env.S3_SECRET_ACCESS_KEY || missing('S3_SECRET_ACCESS_KEY'),
  };
}

function trustedProxies(env: NodeJS.ProcessEnv) {
  if (env.TRUST_PROXY === 'true') return 1;
  if (env.TRUST_PROXY === 'false') return 0;
  return wholeNumber(env, 'TRUST_PROXY', 0, 10);
}

function androidCerts(env: NodeJS.ProcessEnv) {
  const text = env.ANDROID_CERT_SHA256;
  if (!text) return undefined;
  const certs = text.split(',').map((cert) => cert.trim().toUpperCase());
  if (certs.every((cert) => /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/.test(cert))) return certs;
  throw new WrongSetting(
    'ANDROID_CERT_SHA256 must be SHA-256 fingerprints such as 14:6D:E9:…, separated by commas.',
  );
}

function appleTeamId(env: NodeJS.ProcessEnv) {
  const text = env.APPLE_TEAM_ID;
  if (!text || /^[A-Z0-9]{10}$/.test(text)) return text || undefined;
  throw new WrongSetting('APPLE_TEAM_ID must be ten capital letters and digits.');
}

function wholeNumber(env: NodeJS.ProcessEnv, name: string, fallback: number, most: number) {
  const text = env[name];
  if (!text) return fallback;
  const number = Number(text);
  if (/^\d+$/.test(text) && number <= most) return number;
  throw new WrongSetting(`${name} must be a whole number from 0 to ${most}, but it is "${text}".`);
}

function webAddress(env: NodeJS.ProcessEnv, name: string) {
  const address = addressWith(env, name, ['http:', 'https:']);
  // Paths are put behind it.
  if (address && /[?#]/.test(address))
    throw new WrongSetting(`${name} must be an address without ? and #.`);
  return address?.replace(/\/+$/, '');
}

/** The value itself stays out of the sentence: these addresses may carry a password. */
function addressWith(env: NodeJS.ProcessEnv, name: string, protocols: string[]) {
  const text = env[name];
  if (!text) return undefined;
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
  throw new WrongSetting(
    `${name} must be an address that starts with ${protocols.join('// or ')}//.`,
  );
}

function missing(name: string): never {
  throw new WrongSetting(`${name} is not set.`);
}
