import { existsSync } from 'node:fs';

/** The native shells, each with a file by which it is recognised. A product may delete a shell. */
const SHELLS = {
  android: { name: 'Android', file: 'android/variables.gradle' },
  ios: { name: 'iOS', file: 'ios/App/App.xcodeproj/project.pbxproj' },
};

export type Shell = keyof typeof SHELLS;

export const hasShell = (shell: Shell) => existsSync(SHELLS[shell].file);

/** Reports which native apps the product lacks. */
export const missingShells = () =>
  (Object.keys(SHELLS) as Shell[])
    .filter((shell) => !hasShell(shell))
    .map(
      (shell) => `the ${SHELLS[shell].name} app is not part of this product: there is no ${shell}/`,
    );
