import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from '#app';
import { appLinkPaths } from '#shared/paths.ts';
import { shareTarget } from '#shared/share-target.ts';
import { type Aapt2, bringAapt2 } from './aapt2.ts';
import { type Check, expectAll } from './check.ts';

const MAIN = 'android/app/src/main';
const SHARING = /action\.SEND"[\s\S]*mimeType="text\/plain"[\s\S]*mimeType="image\/\*"/;
const read = (file: string) => readFileSync(file, 'utf8');

export const androidChecks: Check[] = [
  {
    name: 'Android: the manifest has permissions, no backup, strict network and the links that open the app',
    run: () =>
      expectAll(read(`${MAIN}/AndroidManifest.xml`), {
        'camera permission': /uses-permission android:name="android\.permission\.CAMERA"/,
        'camera not required': /android\.hardware\.camera" android:required="false"/,
        'no backup': /android:allowBackup="false"/,
        'no transfer to another phone': /android:dataExtractionRules="@xml\/data_extraction_rules"/,
        'network security': /android:networkSecurityConfig="@xml\/network_security_config"/,
        ...(shareTarget && { 'text and photos that other apps share': SHARING }),
        'verified links': /<intent-filter android:autoVerify="true">/,
        host: new RegExp(`android:host="${app.host.replaceAll('.', '\\.')}"`),
        ...Object.fromEntries(appLinkPaths().map((path) => [path, androidPath(path)])),
      }),
  },
  {
    name: "Android: the app's files are in no backup and in no transfer to another phone",
    run() {
      const excluded = (section: string) =>
        new RegExp(`<${section}>[^]*<exclude domain="file" />[^]*</${section}>`);
      expectAll(read(`${MAIN}/res/xml/data_extraction_rules.xml`), {
        'no backup': excluded('cloud-backup'),
        'no transfer': excluded('device-transfer'),
      });
    },
  },
  {
    name: 'Android: plain HTTP is blocked, except in debug builds',
    run() {
      const file = 'res/xml/network_security_config.xml';
      expectAll(read(`${MAIN}/${file}`), {
        'no cleartext': /base-config cleartextTrafficPermitted="false"/,
        'system authorities only': /^(?![\s\S]*src="user")[\s\S]*src="system"/,
      });
      expectAll(read(`android/app/src/debug/${file}`), {
        cleartext: /cleartextTrafficPermitted="true"/,
      });
    },
  },
  {
    name: 'Android: supports Android 7 (API 24) and later, in all orientations',
    run() {
      expectAll(read('android/variables.gradle'), { 'minSdkVersion 24': /minSdkVersion = 24\b/ });
      expectAll(read(`${MAIN}/AndroidManifest.xml`), {
        'no fixed orientation': /^(?![\s\S]*screenOrientation)/,
      });
    },
  },
  {
    name: 'Android: resources compile and link with aapt2',
    run() {
      const aapt2 = bringAapt2();
      const folder = mkdtempSync(join(tmpdir(), 'native-check-'));
      try {
        link(aapt2, folder);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  },
];

/** Returns what the manifest must contain for a path. In its patterns, `.*` matches any text. */
function androidPath(path: string) {
  const pattern = path.replace(/:\w+/g, '.*');
  const attribute = pattern === path ? 'path' : 'pathPattern';
  return new RegExp(`android:${attribute}="${pattern.replace(/[.*]/g, '\\$&')}"`);
}

/** Links both build variants and reads the packages like a phone. */
function link(aapt2: Aapt2, folder: string) {
  const compiled = (name: string, source: string) => {
    const file = join(folder, `${name}.zip`);
    aapt2.run('compile', '--dir', source, '-o', file);
    return file;
  };
  const manifest = join(folder, 'AndroidManifest.xml');
  writeFileSync(manifest, standaloneManifest(aapt2.apiLevel));
  const package_ = join(folder, 'app.apk');
  aapt2.run(
    'link',
    '-I',
    aapt2.framework,
    '--manifest',
    manifest,
    '-o',
    package_,
    '--auto-add-overlay',
    '--min-sdk-version',
    '24',
    '--target-sdk-version',
    String(aapt2.apiLevel),
    compiled('libraries', libraryStubs(folder)),
    compiled('main', `${MAIN}/res`),
    '-R',
    compiled('debug', 'android/app/src/debug/res'),
  );
  expectAll(aapt2.run('dump', 'xmltree', '--file', 'AndroidManifest.xml', package_), {
    'the id': new RegExp(`package="${app.id}"`),
    allowBackup: /allowBackup\(0x\w+\)=false/,
    autoVerify: /autoVerify\(0x\w+\)=true/,
  });
  expectAll(aapt2.run('dump', 'resources', package_), {
    icon: /mipmap\/ic_launcher\b/,
    splash: /drawable\/splash\b/,
    'the name': new RegExp(app.name.replaceAll(/\W/gu, '\\$&')),
  });
}

/** Merges the manifest like Gradle. Drops attributes that are newer than the available framework. */
function standaloneManifest(apiLevel: number) {
  const manifest = read(`${MAIN}/AndroidManifest.xml`)
    .replace('<manifest ', `<manifest package="${app.id}" `)
    .replaceAll(/\$\{applicationId\}/g, app.id);
  return apiLevel < 31 ? manifest.replace(/\s+android:dataExtractionRules="[^"]*"/, '') : manifest;
}

/** Placeholders for the resources of AppCompat and core-splashscreen: linking needs only their names. */
function libraryStubs(folder: string) {
  const names = (pattern: RegExp) => [
    ...new Set(
      ['values', 'values-v27'].flatMap((values) =>
        [...read(`${MAIN}/res/${values}/styles.xml`).matchAll(pattern)].map(([, name]) => name),
      ),
    ),
  ];
  const content = [
    ...names(/<item name="(\w+)"/g).map((name) => `<attr name="${name}" />`),
    ...names(/parent="(Theme\.[\w.]+)"/g).map((name) => `<style name="${name}" parent="" />`),
  ];
  const values = join(folder, 'stubs', 'values');
  mkdirSync(values, { recursive: true });
  writeFileSync(join(values, 'stubs.xml'), `<resources>${content.join('')}</resources>`);
  return join(folder, 'stubs');
}
