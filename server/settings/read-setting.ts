import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

/** Thrown if settings are missing or invalid. Stops the start; each problem is one line. */
export class InvalidSetting extends Error {
  readonly problems: string[];

  constructor(...problems: string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Reads a settings file, if it exists. Throws for one that cannot be parsed, which must not start a demo. */
export function readEnvFile(path: string) {
  const text = readIfExists(path);
  const settings = parseEnv(text.replace(/^\uFEFF/, ''));
  const isText =
    !/[\0\uFFFD]/.test(text) && Object.keys(settings).every((name) => /^\w+$/.test(name));
  if (!isText)
    throw new InvalidSetting(`${path} must be UTF-8 text with lines such as NAME=value.`);
  return settings;
}

export type Settings = ReturnType<typeof createSettings>;

/**
 * Reads settings and collects their problems, so that all are reported at once. For an invalid setting, returns only a
 * placeholder; `check` then throws.
 */
export function createSettings(env: NodeJS.ProcessEnv) {
  const known = new Set<string>();
  const problems: string[] = [];

  return {
    /** Reads a text. An empty one counts as not set. */
    text,
    reject,
    integer,
    boolean,
    address,
    webAddress,

    /** Reports a missing setting. */
    require(name: string) {
      // An invalid value was reported before.
      if (!text(name)) reject(`${name} is not set.`);
      return '';
    },

    hasPrefix: (prefix: string) =>
      Object.entries(env).some(([name, value]) => value && name.startsWith(prefix)),

    /** Throws if there were problems. */
    check() {
      const all = [...problems, ...misspelt()];
      if (all.length > 0) throw new InvalidSetting(...all);
    },
  };

  function text(name: string) {
    known.add(name);
    return env[name] || undefined;
  }

  function reject(problem: string): undefined {
    problems.push(problem);
  }

  /** Reads a whole number within limits. */
  function integer(name: string, fallback: number, most: number, least = 0) {
    const written = text(name);
    const number = Number(written);
    if (written === undefined) return fallback;
    if (/^\d+$/.test(written) && number >= least && number <= most) return number;
    reject(`${name} must be a whole number from ${least} to ${most}, but it is "${written}".`);
    return fallback;
  }

  /** Reads true or false. */
  function boolean(name: string, fallback = false) {
    const written = text(name);
    if (written === undefined) return fallback;
    if (written !== 'true' && written !== 'false')
      reject(`${name} must be true or false, but it is "${written}".`);
    return written === 'true';
  }

  /** Reads the address of a website. */
  function webAddress(name: string) {
    const url = address(name, ['http:', 'https:']);
    // Paths are appended to it.
    if (url && /[?#]/.test(url)) return reject(`${name} must be an address without ? and #.`);
    return url?.replace(/\/+$/, '');
  }

  /** Reads a URL with one of these protocols. The problem does not contain its value, which may include a password. */
  function address(name: string, protocols: string[]) {
    const url = text(name);
    if (!url || (URL.canParse(url) && protocols.includes(new URL(url).protocol))) return url;
    return reject(`${name} must be an address that starts with ${protocols.join('// or ')}//.`);
  }

  /** Finds names that resemble an unset setting: the server would start without it. */
  function* misspelt() {
    const unset = [...known].filter((name) => !env[name] && name.length >= SHORTEST_UNMISTAKABLE);
    for (const [name, value] of Object.entries(env)) {
      // Kubernetes sets such values, named after services.
      if (!value || known.has(name) || value.startsWith('tcp://')) continue;
      const meant = unset.find((one) => differByOneSlip(name.toUpperCase(), one));
      if (meant) yield `${name} is not a setting, but ${meant} is: correct the name or remove it.`;
    }
  }
}

/** Shorter names resemble names that other programs use. */
const SHORTEST_UNMISTAKABLE = 7;

/** Tells whether two names differ by at most one letter that is missing, added, replaced or swapped with the next. */
function differByOneSlip(one: string, other: string) {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [a, b] = [one, other].map((name) => name.slice(start, name.length - end)) as [
    string,
    string,
  ];
  return (a.length < 2 && b.length < 2) || (a.length === 2 && b === `${a[1]}${a[0]}`);
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
