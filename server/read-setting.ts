import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** A setting is missing or invalid. The message is one line and is shown instead of starting. */
export class InvalidSetting extends Error {}

/** Reads a file with settings, if it exists. One that cannot be understood must not start a demo instead. */
export function readEnvFile(path: string) {
  const text = readIfExists(path);
  const settings = parseEnv(text.replace(/^\uFEFF/, ''));
  const isText =
    !/[\0\uFFFD]/.test(text) && Object.keys(settings).every((name) => /^\w+$/.test(name));
  if (!isText)
    throw new InvalidSetting(`${path} must be UTF-8 text with lines such as NAME=value.`);
  return settings;
}

/** Reads a whole number within limits. */
export function integerSetting(
  env: NodeJS.ProcessEnv,
  name: string,
  fallback: number,
  most: number,
  least = 0,
) {
  const text = env[name];
  if (!text) return fallback;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= least && number <= most) return number;
  throw new InvalidSetting(
    `${name} must be a whole number from ${least} to ${most}, but it is "${text}".`,
  );
}

/** Reads true or false. */
export function booleanSetting(env: NodeJS.ProcessEnv, name: string, fallback = false) {
  const text = env[name];
  if (!text) return fallback;
  if (text === 'true' || text === 'false') return text === 'true';
  throw new InvalidSetting(`${name} must be true or false, but it is "${text}".`);
}

/** Reads the address of a website. */
export function webAddress(env: NodeJS.ProcessEnv, name: string) {
  const address = addressWith(env, name, ['http:', 'https:']);
  // Paths are appended to it.
  if (address && /[?#]/.test(address))
    throw new InvalidSetting(`${name} must be an address without ? and #.`);
  return address?.replace(/\/+$/, '');
}

/** Reads a URL with one of these protocols. The message does not contain its value, which may include a password. */
export function addressWith(env: NodeJS.ProcessEnv, name: string, protocols: string[]) {
  const text = env[name];
  if (!text) return undefined;
  if (URL.canParse(text) && protocols.includes(new URL(text).protocol)) return text;
  throw new InvalidSetting(
    `${name} must be an address that starts with ${protocols.join('// or ')}//.`,
  );
}

export function throwMissing(name: string): never {
  throw new InvalidSetting(`${name} is not set.`);
}

function readIfExists(path: string) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return '';
    throw new InvalidSetting(`${path} cannot be read: ${message}`);
  }
}
