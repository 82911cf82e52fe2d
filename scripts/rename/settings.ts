import { parseArgs } from 'node:util';
import { app } from '#app';
import { isPrivateHost } from '#server/settings/private-network.ts';
import { isOfKit } from '../product/kit-identity.ts';

/** The values of app.config.ts that `npm run rename` may change. */
export type AppSettings = {
  name: string;
  id: string;
  tagline: string;
  description: string;
  supportEmail: string;
  sourceUrl: string | undefined;
  host: string;
  colors: Record<keyof typeof app.colors, string>;
};

/** The longest name that both app stores accept. */
const NAME_MAX_CHARACTERS = 30;
const ID_MAX_CHARACTERS = 150;
const EMAIL_MAX_CHARACTERS = 254;
const TAGLINE_MAX_CHARACTERS = 60;
const DESCRIPTION_MAX_CHARACTERS = 300;
const SOURCE_MAX_CHARACTERS = 200;
/** WCAG AA, for the white text of buttons. */
const MIN_CONTRAST = 4.5;

// Android and Java allow no hyphens, iOS no underscores. Lower case, because the id becomes folders.
const ID = /^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)+$/;
/** Keywords of Java, then the additional ones of Kotlin: a package name cannot contain them. */
const KEYWORDS = new Set(
  `abstract assert boolean break byte case catch char class const continue default do double else enum extends false
  final finally float for goto if implements import instanceof int interface long native new null package private
  protected public return short static strictfp super switch synchronized this throw throws transient true try void
  volatile while as fun in is object typealias typeof val var when`.split(/\s+/),
);
/** Prefixes of packages that Android does not load from an app. */
const PLATFORM_PACKAGES = new Set(['android', 'dalvik', 'java', 'javax', 'kotlin']);
/** Names and addresses of hosts. The URL parser also accepts quotes, & and *, which break the manifest of Android. */
const HOST = /^(?!.{254})([a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*|\[[0-9a-f:]+\])$/;
const EMAIL = /^[a-z0-9._+-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i;
/** The home page shows it in a command that readers copy into a shell. */
const SOURCE = /^https:\/\/[\w.-]+(:\d+)?(\/[\w.~-]+)+\/?$/;
/** Characters that XML cannot contain, or that change the direction of the text around a name. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cs}\p{Bidi_Control}\uFFFE\uFFFF]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns the value to store, or throws an error whose message completes a sentence about the flag. */
type Rule = (text: string, settings: AppSettings) => Partial<AppSettings>;

const REQUIRED = {
  name: (text) => ({ name: oneLine(text, NAME_MAX_CHARACTERS) }),
  id: (text) => ({ id: appId(text) }),
  url: (text) => ({ host: hostOf(text) }),
  support: (text) => ({ supportEmail: emailAddress(text) }),
} satisfies Record<string, Rule>;

const OPTIONAL = {
  source: (text) => ({ sourceUrl: sourceAddress(text) }),
  accent: (text, { colors }) => ({ colors: { ...colors, accent: accentColor(text) } }),
  tagline: (text) => ({ tagline: oneLine(text, TAGLINE_MAX_CHARACTERS) }),
  description: (text) => ({ description: oneLine(text, DESCRIPTION_MAX_CHARACTERS) }),
} satisfies Record<string, Rule>;

const RULES: Record<string, Rule> = { ...REQUIRED, ...OPTIONAL };
const SWITCHES = ['dry-run', 'no-pictures'];

/** Applies the flags to the current settings. Returns the result, or a sentence for each problem. */
export function parseRename(args: string[], current: AppSettings = app) {
  const { values, positionals } = parseArgs({
    args,
    options: {
      ...Object.fromEntries(Object.keys(RULES).map((flag) => [flag, { type: 'string' as const }])),
      ...Object.fromEntries(SWITCHES.map((flag) => [flag, { type: 'boolean' as const }])),
    },
    // Strict mode would report only the first problem.
    strict: false,
    allowPositionals: true,
  });
  let settings = { ...current };
  // The kit's repository is not the product's.
  if (isOfKit('sourceUrl', settings.sourceUrl)) settings.sourceUrl = undefined;
  const problems = positionals.map(
    (word) => `Unexpected value "${word}". Put values with spaces in quotes.`,
  );
  for (const flag of Object.keys(REQUIRED))
    if (!(flag in values)) problems.push(`--${flag} is missing.`);
  for (const [flag, value] of Object.entries(values)) {
    if (SWITCHES.includes(flag)) continue;
    const rule = RULES[flag];
    if (!rule) problems.push(`Unknown flag --${flag}.`);
    else if (typeof value !== 'string' || value.startsWith('--'))
      problems.push(`--${flag} needs a value.`);
    else
      try {
        settings = { ...settings, ...rule(value, settings) };
      } catch (error) {
        problems.push(`--${flag} ${(error as Error).message}`);
      }
  }
  return {
    settings,
    problems,
    isDryRun: 'dry-run' in values,
    makesPictures: !('no-pictures' in values),
  };
}

function oneLine(text: string, max: number) {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (!VISIBLE.test(line)) throw new Error('must not be empty.');
  if (NOT_IN_NAMES.test(line)) throw new Error('must not contain control characters.');
  const { length } = [...line];
  if (length > max)
    throw new Error(`must have at most ${max} characters, but "${line}" has ${length}.`);
  return line;
}

function appId(text: string) {
  const keyword = text.split('.').find((word) => KEYWORDS.has(word));
  if (keyword)
    throw new Error(`must not contain "${keyword}", which is a keyword of Java or Kotlin.`);
  const [first = ''] = text.split('.');
  if (PLATFORM_PACKAGES.has(first))
    throw new Error(`must not start with "${first}", which belongs to the platform.`);
  if (text.length > ID_MAX_CHARACTERS)
    throw new Error(`must have at most ${ID_MAX_CHARACTERS} characters.`);
  if (!ID.test(text))
    throw new Error(
      `must be a reversed domain of lower-case letters and digits, such as com.example.myapp, but it is "${text}".`,
    );
  return text;
}

/** Returns the host of the public address. Links that open the native app need https and the default port. */
function hostOf(text: string) {
  const wrong = `must be an address such as https://my.example.com, but it is "${text}".`;
  if (!URL.canParse(text)) throw new Error(wrong);
  const { protocol, hostname, host, port, pathname, search, hash, username, password } = new URL(
    text,
  );
  const isBare = pathname === '/' && !search && !hash && !username && !password;
  if (!isBare || !HOST.test(hostname) || !['http:', 'https:'].includes(protocol))
    throw new Error(wrong);
  if (isPrivateHost(host)) return hostname;
  if (protocol !== 'https:')
    throw new Error(`must start with https://, because ${hostname} is not a private host.`);
  if (port) throw new Error(`must have no port: native apps open only links without one.`);
  if (!hostname.includes('.')) throw new Error(wrong);
  return hostname;
}

function emailAddress(text: string) {
  if (EMAIL.test(text) && text.length <= EMAIL_MAX_CHARACTERS) return text;
  throw new Error(`must be an email address such as help@example.com, but it is "${text}".`);
}

function sourceAddress(text: string) {
  if (SOURCE.test(text) && text.length <= SOURCE_MAX_CHARACTERS) return text;
  throw new Error(
    `must be the https address of a repository, such as https://git.example.com/me/app, but it is "${text}".`,
  );
}

function accentColor(text: string) {
  const color = text.toLowerCase();
  if (!/^#[0-9a-f]{6}$/.test(color))
    throw new Error(`must be a colour such as #3b4fd8, but it is "${text}".`);
  const contrast = contrastWithWhite(color);
  // Rounded down, so that the message never says 4.5 for less.
  if (contrast < MIN_CONTRAST)
    throw new Error(
      `must have a contrast of at least ${MIN_CONTRAST} with white text, but ${color} has ${Math.floor(contrast * 100) / 100}.`,
    );
  return color;
}

/** Returns the WCAG 2 contrast ratio. */
export function contrastWithWhite(color: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}
