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

/** Replaces the values in the text of app.config.ts. Keeps everything else, such as comments and other settings. */
export function withSettings(text: string, settings: AppSettings) {
  let changed = text;
  for (const key of KEYS) {
    const value = key === 'accent' ? settings.colors.accent : settings[key];
    const setting = new RegExp(`(?<=^ +${key}:)\\s+(?:${LITERAL})`, 'm');
    if (!setting.test(changed)) throw new Error(`${FILE} has no line with ${key} and its text.`);
    // A literal of JSON is one of TypeScript, with quotes that the formatter changes.
    changed = changed.replace(setting, () => ` ${JSON.stringify(value)}`);
  }
  return formatSources(new Map([[FILE, changed]])).get(FILE) as string;
}
