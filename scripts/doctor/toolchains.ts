import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { hasShell, missingShells } from '../native/shells.ts';
import { type Check, note, ok } from './check.ts';

const START_LIMIT_MS = 20_000;
const JDK = 21;
const XCODE = 26;
const IN_DOCS = 'see docs/native.md';

/** Looks for what builds the native apps. Nothing else needs it. */
export const checkToolchains: Check = async () => [
  ...(hasShell('android') ? [await checkJdk(), checkAndroidSdk()] : []),
  ...(hasShell('ios') ? [await checkXcode()] : []),
  ...missingShells().map(note),
];

async function checkJdk() {
  const home = process.env.JAVA_HOME;
  const java = home ? join(home, 'bin', 'java') : 'java';
  const version = versionIn(await outputOf(java, '-version'));
  if (!version) return note(`Android apps need JDK ${JDK}, and none was found: ${IN_DOCS}`);
  return version >= JDK
    ? ok(`JDK ${version} builds Android apps`)
    : note(`Android apps need JDK ${JDK} or later, this is ${version}: ${IN_DOCS}`);
}

function checkAndroidSdk() {
  const { ANDROID_HOME, ANDROID_SDK_ROOT } = process.env;
  const folder = [
    ANDROID_HOME,
    ANDROID_SDK_ROOT,
    join(homedir(), 'Android/Sdk'),
    join(homedir(), 'Library/Android/sdk'),
    join(homedir(), 'AppData/Local/Android/Sdk'),
  ].find((path) => path && existsSync(path));
  if (!folder)
    return note(`Android apps need the Android SDK, and ANDROID_HOME names none: ${IN_DOCS}`);
  const settings = readFileSync('android/variables.gradle', 'utf8');
  const platform = `android-${/compileSdkVersion = (\d+)/.exec(settings)?.[1]}`;
  return existsSync(join(folder, 'platforms', platform))
    ? ok(`the Android SDK in ${folder} has ${platform}`)
    : note(
        `the Android SDK in ${folder} lacks ${platform}: run sdkmanager "platforms;${platform}"`,
      );
}

async function checkXcode() {
  if (process.platform !== 'darwin') return note(`iOS apps can only be built on a Mac: ${IN_DOCS}`);
  const version = versionIn(await outputOf('xcodebuild', '-version'));
  if (!version) return note(`iOS apps need Xcode ${XCODE}, and none was found: ${IN_DOCS}`);
  return version >= XCODE
    ? ok(`Xcode ${version} builds iOS apps`)
    : note(`iOS apps need Xcode ${XCODE} or later, this is ${version}: update it in the App Store`);
}

async function outputOf(program: string, ...args: string[]) {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, {
      timeout: START_LIMIT_MS,
    });
    return stdout + stderr;
  } catch {
    return '';
  }
}

/** Returns the major version: `openjdk version "21.0.4"` or `Xcode 26.1`. */
function versionIn(output: string) {
  return Number(/(?:version "|Xcode )(\d+)/.exec(output)?.[1] ?? 0);
}
