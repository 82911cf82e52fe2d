import { readFileSync } from 'node:fs';
import { nativeIdentity } from '../native/native-identity.ts';
import { drawAssets } from '../pictures/draw-assets.ts';
import type { Changes } from '../product/changes.ts';
import { withSettings } from './app-config.ts';
import type { AppSettings } from './settings.ts';

/** Returns every file that contains the app's name, id, addresses or colours, with the values of the settings. */
export async function planRename(settings: AppSettings): Promise<Changes> {
  const { version } = JSON.parse(read('package.json'));
  const packageName = packageNameOf(settings);
  return new Map([
    ['app.config.ts', withSettings(read('app.config.ts'), settings)],
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

/** Replaces name and description, which come first, and keeps the formatting. */
export function withPackageName(text: string, name: string, description: string) {
  let changed = text;
  for (const [key, value] of Object.entries({ name, description })) {
    const setting = new RegExp(`(?<=^ *"${key}": *)"(?:[^"\\\\]|\\\\.)*"`, 'm');
    if (!setting.test(changed)) throw new Error(`package.json has no line with ${key}.`);
    changed = changed.replace(setting, () => JSON.stringify(value));
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
