import { readFileSync } from 'node:fs';
import { nativeIdentity } from '../native/native-identity.ts';
import { drawAssets } from '../pictures/draw-assets.ts';
import type { Changes } from '../product/changes.ts';
import { formatSources } from '../product/format-sources.ts';
import type { AppSettings } from './settings.ts';

const CONFIG = 'app.config.ts';
const LITERAL = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|undefined/.source;

/** Returns every file that contains the app's name, id, addresses or colours, with the values of the settings. */
export async function planRename(settings: AppSettings): Promise<Changes> {
  const { version } = JSON.parse(read('package.json'));
  const packageName = packageNameOf(settings);
  return new Map([
    [CONFIG, withSettings(read(CONFIG), settings)],
    ['package.json', withPackageName(read('package.json'), packageName, settings.description)],
    ['package-lock.json', withLockName(read('package-lock.json'), packageName)],
    ...nativeIdentity({ ...settings, version }),
    ...(await drawAssets(settings)),
  ]);
}

/** Converts the name to a valid npm name: Bücher & Co becomes bucher-co. Uses the id if no letter is left. */
export function packageNameOf({ name, id }: Pick<AppSettings, 'name' | 'id'>) {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return words?.join('-') ?? id.split('.').at(-1) ?? id;
}

/** Replaces the values in the text of app.config.ts. Keeps everything else, including comments and other settings. */
export function withSettings(text: string, settings: AppSettings) {
  const { name, id, tagline, description, supportEmail, sourceUrl, host, colors } = settings;
  const texts = { name, id, tagline, description, supportEmail, sourceUrl, host };
  const values = { ...texts, accent: colors.accent };
  // JSON literals are valid TypeScript. The formatter changes their quotes.
  const changed = withValues(CONFIG, text, values, (key) => `^ +${key}:\\s+`);
  return formatSources(new Map([[CONFIG, changed]])).get(CONFIG) as string;
}

/** Replaces name and description, which come first, and keeps the formatting. */
export const withPackageName = (text: string, name: string, description: string) =>
  withValues('package.json', text, { name, description }, (key) => `^ *"${key}": *`);

/** Replaces the first value of each key, after what the pattern of the key matches. */
function withValues(file: string, text: string, values: object, before: (key: string) => string) {
  let changed = text;
  for (const [key, value] of Object.entries(values)) {
    const pattern = new RegExp(`(?<=${before(key)})(?:${LITERAL})`, 'm');
    if (!pattern.test(changed)) throw new Error(`${file} has no line with ${key} and its text.`);
    changed = changed.replace(pattern, () => `${JSON.stringify(value)}`);
  }
  return changed;
}

function withLockName(text: string, name: string) {
  const lock = JSON.parse(text);
  lock.name = name;
  lock.packages[''].name = name;
  return `${JSON.stringify(lock, null, 2)}\n`;
}

const read = (file: string) => readFileSync(file, 'utf8');
