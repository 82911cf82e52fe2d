import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installWithApt } from '#tests/support/apt.ts';
import { outputOf, Skipped } from './check.ts';

const DEBIAN = {
  program: '/usr/bin/aapt2',
  framework: '/usr/share/android-framework-res/framework-res.apk',
  /** The framework of Android 10. */
  apiLevel: 29,
};

export type Aapt2 = typeof DEBIAN & { run(...args: string[]): string };

/** Finds aapt2 in the Android SDK or installs Debian's package. */
export function bringAapt2(): Aapt2 {
  const tools = fromSdk() ?? fromDebian();
  if (!tools)
    throw new Skipped(
      'needs an Android SDK, or the Debian packages aapt and android-framework-res',
    );
  return { ...tools, run: (...args) => outputOf(tools.program, ...args) };
}

function fromSdk() {
  const sdk = process.env.ANDROID_HOME ?? process.env.ANDROID_SDK_ROOT;
  if (!sdk) return undefined;
  const newest = (folder: string) =>
    existsSync(join(sdk, folder))
      ? readdirSync(join(sdk, folder))
          // Without previews, which have no number.
          .filter((name) => /\d/.test(name))
          .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
          .at(-1)
      : undefined;
  const [build, platform] = [newest('build-tools'), newest('platforms')];
  if (!build || !platform) return undefined;
  return {
    program: join(sdk, 'build-tools', build, 'aapt2'),
    framework: join(sdk, 'platforms', platform, 'android.jar'),
    apiLevel: Number.parseInt(platform.replace('android-', ''), 10),
  };
}

function fromDebian() {
  const isThere = () => existsSync(DEBIAN.program) && existsSync(DEBIAN.framework);
  return isThere() || (installWithApt('aapt', 'android-framework-res') && isThere())
    ? DEBIAN
    : undefined;
}
