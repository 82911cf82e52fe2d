import { formatSources } from '../product/format-sources.ts';
import type { AppSettings } from './settings.ts';

const FILE = 'app.config.ts';
const KEYS = [
  'name',
  'id',
  'tagline',
  'description',
  'supportEmail',
  'sourceUrl',
  'host',
  'accent',
] as const;
const LITERAL = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|undefined/.source;

/** Replaces the values in the text of app.config.ts. Keeps everything else, including comments and other settings. */
export function withSettings(text: string, settings: AppSettings) {
  let changed = text;
  for (const key of KEYS) {
    const value = key === 'accent' ? settings.colors.accent : settings[key];
    const setting = new RegExp(`(?<=^ +${key}:)\\s+(?:${LITERAL})`, 'm');
    if (!setting.test(changed)) throw new Error(`${FILE} has no line with ${key} and its text.`);
    // JSON literals are valid TypeScript. The formatter changes their quotes.
    changed = changed.replace(setting, () => ` ${JSON.stringify(value)}`);
  }
  return formatSources(new Map([[FILE, changed]])).get(FILE) as string;
}
