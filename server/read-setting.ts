/** A setting is missing or invalid. The message is one line and is shown instead of starting. */
export class InvalidSetting extends Error {}

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
