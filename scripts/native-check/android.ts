import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { app } from '#app';
import { EMAIL_LINK_PATHS } from '#shared/constants.ts';
import { type Aapt2, bringAapt2 } from './aapt2.ts';
import { type Check, expectAll } from './check.ts';

const MAIN = 'android/app/src/main';
const read = (file: string) => readFileSync(file, 'utf8');

export const androidChecks: Check[] = [
  {
    name: 'Android: the manifest has permissions, no backup, strict network and the links of letters',
    run: () =>
      expectAll(read(`${MAIN}/AndroidManifest.xml`), {
        'camera permission': /uses-permission android:name="android\.permission\.CAMERA"/,
        'camera not required': /android\.hardware\.camera" android:required="false"/,
        'no backup': /android:allowBackup="false"/,
        'no transfer to another phone': /android:dataExtractionRules="@xml\/data_extraction_rules"/,
        'network security': /android:networkSecurityConfig="@xml\/network_security_config"/,
        'verified links': /<intent-filter android:autoVerify="true">/,
        host: new RegExp(`android:host="${app.host.replaceAll('.', '\\.')}"`),
        ...Object.fromEntries(
          EMAIL_LINK_PATHS.map((path) => [path, new RegExp(`android:path="${path}"`)]),
        ),
      }),
  },
  {
    name: 'Android: plain HTTP is refused, except in debug builds',
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
    name: 'Android: from Android 7 (API 24) on, either way up',
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

/** Both variants, then what a phone would read from the package. */
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
    'the name': new RegExp(`"${app.name}"`),
  });
}

/** As Gradle merges it; attributes newer than the framework at hand are left to Gradle. */
function standaloneManifest(apiLevel: number) {
  const manifest = read(`${MAIN}/AndroidManifest.xml`)
    .replace('<manifest ', `<manifest package="${app.id}" `)
    .replaceAll(/\$\{applicationId\}/g, app.id);
  return apiLevel < 31 ? manifest.replace(/\s+android:dataExtractionRules="[^"]*"/, '') : manifest;
}

/** What AppCompat and core-splashscreen would bring: names are enough to link against. */
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
