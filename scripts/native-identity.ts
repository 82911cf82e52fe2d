import { readFile, writeFile } from 'node:fs/promises';
import { app } from '#app';
import packageJson from '../package.json' with { type: 'json' };

type Place = { file: string; pattern: RegExp; value: string };

const ANDROID = 'android/app/src/main';
const IOS = 'ios/App';
const { version } = packageJson;

/** Places in the shells that repeat values of app.config.ts and package.json, because their tools cannot read those. */
export const places: Place[] = [
  gradle(/applicationId "(.*)"/, app.id),
  gradle(/versionName "(.*)"/, version),
  gradle(/versionCode (\d+)/, buildNumber(version)),
  ...[
    ['app_name', app.name],
    ['title_activity_main', app.name],
    ['package_name', app.id],
    ['custom_url_scheme', app.id],
  ].map(([name, value]) => ({
    file: `${ANDROID}/res/values/strings.xml`,
    pattern: new RegExp(`name="${name}">(.*)<`),
    // Android's own escape, in addition to XML's.
    value: escapeXml(value as string).replaceAll("'", "\\'"),
  })),
  { file: `${ANDROID}/AndroidManifest.xml`, pattern: /android:host="(.*)"/, value: app.host },
  project(/PRODUCT_BUNDLE_IDENTIFIER = (.*);/, app.id),
  project(/MARKETING_VERSION = (.*);/, version),
  project(/CURRENT_PROJECT_VERSION = (.*);/, buildNumber(version)),
  {
    file: `${IOS}/App/Info.plist`,
    pattern: /<key>CFBundleDisplayName<\/key>\s*<string>(.*)<\/string>/,
    value: escapeXml(app.name),
  },
  { file: `${IOS}/App/App.entitlements`, pattern: /applinks:(.*)</, value: app.host },
];

/** Updates both shells after a rename or a new version. Writes nothing if they are up to date. */
export async function applyIdentity() {
  for (const { file, pattern, value } of places) {
    const before = await readFile(file, 'utf8');
    const after = before.replaceAll(
      global(pattern),
      (line, old) =>
        line.slice(0, line.lastIndexOf(old)) +
        value +
        line.slice(line.lastIndexOf(old) + old.length),
    );
    if (after !== before) await writeFile(file, after);
  }
}

/** Reads all current values of a place. */
export async function readValues({ file, pattern }: Place): Promise<string[]> {
  const text = await readFile(file, 'utf8');
  return [...text.matchAll(global(pattern))].map(([, found = '']) => found);
}

function gradle(pattern: RegExp, value: string): Place {
  return { file: 'android/app/build.gradle', pattern, value };
}

function project(pattern: RegExp, value: string): Place {
  return { file: `${IOS}/App.xcodeproj/project.pbxproj`, pattern, value };
}

/** Converts 1.2.3 to 10203: stores require an integer that increases with every version. */
function buildNumber(of: string) {
  const [major = 0, minor = 0, patch = 0] = of.split('.').map((part) => Number.parseInt(part, 10));
  return String(major * 10_000 + minor * 100 + patch);
}

function escapeXml(text: string) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

const global = ({ source }: RegExp) => new RegExp(source, 'g');
