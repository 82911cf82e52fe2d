import { existsSync, globSync, readFileSync } from 'node:fs';
import { sep } from 'node:path';
import type { Changes } from '#scripts/product/changes.ts';
import type { AppSettings } from '#scripts/rename/settings.ts';
import { escapeHtml } from '#shared/escape-html.ts';

type Identity = Pick<AppSettings, 'name' | 'id' | 'host'> & { version: string };

/** A value from app.config.ts or package.json that a shell repeats, because its tools cannot read these files. */
type Place = { file: string; pattern: RegExp; value: string };

const GRADLE = 'android/app/build.gradle';
const STRINGS = 'android/app/src/main/res/values/strings.xml';
const PROJECT = 'ios/App/App.xcodeproj/project.pbxproj';
/** Three numbers, with an optional suffix such as -beta.1. */
const VERSION = /^(\d{1,5})\.(\d{1,2})\.(\d{1,2})(?![\d.])/;
const NAMESPACE = /(?<=namespace = ").*(?=")/g;

/** Returns the files of both shells with name, id, host and version. Skips deleted shells. */
export function nativeIdentity(identity: Identity): Changes {
  const changes: Changes = new Map();
  if (!existsSync(GRADLE) && !existsSync(PROJECT)) return changes;
  if (existsSync(GRADLE))
    for (const [file, text] of javaSources(identity.id)) changes.set(file, text);
  for (const { file, pattern, value } of places(identity)) {
    if (!existsSync(file)) continue;
    const before = String(changes.get(file) ?? readFileSync(file));
    if (before.search(pattern) === -1) throw new Error(`${file} has no text like ${pattern}.`);
    changes.set(
      file,
      before.replaceAll(pattern, () => value),
    );
  }
  return changes;
}

/** Lists the places of these values. Each pattern matches only the value. */
function places({ name, id, host, version }: Identity): Place[] {
  const build = buildNumber(version);
  const resource = (key: string, value: string) => ({
    file: STRINGS,
    pattern: new RegExp(`(?<=name="${key}"[^>]*>).*(?=</string>)`, 'g'),
    value,
  });
  return [
    { file: GRADLE, pattern: NAMESPACE, value: id },
    { file: GRADLE, pattern: /(?<=applicationId ").*(?=")/g, value: id },
    { file: GRADLE, pattern: /(?<=versionName ").*(?=")/g, value: version },
    { file: GRADLE, pattern: /(?<=versionCode )\d+/g, value: build },
    resource('app_name', escapeAndroid(name)),
    resource('title_activity_main', escapeAndroid(name)),
    resource('package_name', id),
    resource('custom_url_scheme', id),
    {
      file: 'android/app/src/main/AndroidManifest.xml',
      pattern: /(?<=android:host=").*(?=")/g,
      value: host,
    },
    { file: PROJECT, pattern: /(?<=PRODUCT_BUNDLE_IDENTIFIER = ).*(?=;)/g, value: id },
    { file: PROJECT, pattern: /(?<=MARKETING_VERSION = ).*(?=;)/g, value: version },
    { file: PROJECT, pattern: /(?<=CURRENT_PROJECT_VERSION = ).*(?=;)/g, value: build },
    {
      file: 'ios/App/App/Info.plist',
      pattern: /(?<=<key>CFBundleDisplayName<\/key>\s*<string>).*(?=<\/string>)/g,
      value: escapeHtml(name),
    },
    {
      file: 'ios/App/App/App.entitlements',
      pattern: /(?<=<string>applinks:).*(?=<\/string>)/g,
      value: host,
    },
  ];
}

/** Moves the Java sources to the package named by the id, where Gradle expects them. */
function javaSources(id: string): Changes {
  const [namespace = ''] = readFileSync(GRADLE, 'utf8').match(NAMESPACE) ?? [];
  const folderOf = (name: string) => `/java/${name.replaceAll('.', '/')}/`;
  const dots = namespace.replaceAll('.', '\\.');
  const statement = new RegExp(`(?<=^(package|import|import static) )${dots}\\b`, 'gm');
  const changes: Changes = new Map();
  for (const path of globSync('android/app/src/*/java/**/*.{java,kt}')) {
    const file = path.split(sep).join('/');
    const moved = file.replace(folderOf(namespace), folderOf(id));
    if (moved !== file) changes.set(file, undefined);
    changes.set(
      moved,
      readFileSync(file, 'utf8').replaceAll(statement, () => id),
    );
  }
  return changes;
}

/** Converts 1.2.3 to 10203: stores require an integer that increases with every version, Google up to 2,100,000,000. */
function buildNumber(version: string) {
  const [, major, minor, patch] = VERSION.exec(version) ?? [];
  if (!patch)
    throw new Error(
      `The version in package.json is ${version}. Native apps need three numbers, the last two below 100, such as 1.2.3.`,
    );
  return String(Number(major) * 10_000 + Number(minor) * 100 + Number(patch));
}

/** Escapes text for an Android string resource, which needs more escapes than XML. */
function escapeAndroid(text: string) {
  return escapeHtml(text.replaceAll(/[\\'"]|^[@?]/g, '\\$&'));
}
