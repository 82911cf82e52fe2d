import { globSync, readFileSync } from 'node:fs';
import { app } from '#app';
import { MARK_PANELS } from '#client/components/mark.ts';
import { readEnvironment } from '#server/config.ts';
import { shareTarget } from '#shared/share-target.ts';
import { parseApiUrl } from '#tests/support/native-bundle.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { nativeIdentity } from '../native/native-identity.ts';
import { pendingChanges } from '../product/changes.ts';
import { isOfKit } from '../product/kit-identity.ts';
import { checkAppLinks } from './app-links.ts';
import { type Check, type Finding, note, ok, problem, reasonOf } from './check.ts';
import { checkSharing } from './sharing.ts';
import { hasShell, missingShells } from './shells.ts';
import { checkTexts } from './texts.ts';

const XCODE_PROJECT = 'ios/App/App.xcodeproj/project.pbxproj';

/** Checks what the app stores need besides a deployed server. A product without native apps is in none. */
export const checkStore: Check = async (config) =>
  hasShell('android') || hasShell('ios')
    ? [
        checkId(),
        checkIcon(),
        checkTexts(),
        ...checkVersion(),
        ...(hasShell('ios') ? await checkIosFiles() : []),
        checkApiUrl(),
        ...(hasShell('android') ? [checkAndroidSharing(), checkKeystore()] : []),
        ...(hasShell('ios') ? [checkTeam()] : []),
        ...(await checkAppLinks(config)),
        note(
          'the stores also ask for texts, pictures and answers: see the lists in docs/native.md',
        ),
        ...missingShells(),
      ]
    : missingShells();

const checkId = () =>
  app.id.endsWith('.demo')
    ? problem(
        `the id is ${app.id}, that of the demo: set id in app.config.ts, it cannot be changed later`,
      )
    : ok(`the id is ${app.id}`);

function checkIcon() {
  return isOfKit('mark', MARK_PANELS.join())
    ? problem(
        'the icon is that of the kit: draw yours in client/components/mark.ts, then run npm run assets',
      )
    : ok('the icon is not that of the kit');
}

/** Checks the version, of which a build number is made: 1.2.3 becomes 10203. The shells have it if it is valid. */
function checkVersion(): Finding[] {
  const { version } = packageJson;
  return /^\d{1,5}\.\d{1,2}\.\d{1,2}$/.test(version)
    ? [ok(`the version is ${version}: raise it for every upload`), checkShells()]
    : [
        problem(
          `the version is ${version}: set three numbers in package.json, the last two below 100`,
        ),
      ];
}

function checkShells(): Finding {
  const identity = nativeIdentity({ ...app, version: packageJson.version });
  const outdated = [...pendingChanges(identity).keys()];
  return outdated.length > 0
    ? problem(`${outdated.join(', ')} must follow app.config.ts: run npm run native:sync`)
    : ok('the native shells have the name, id, host and version of the app');
}

function checkAndroidSharing() {
  const manifest = readFileSync('android/app/src/main/AndroidManifest.xml', 'utf8');
  return checkSharing(manifest, shareTarget !== undefined);
}

/** Runs the checks of the iOS project, which include the texts that explain camera and photos. */
async function checkIosFiles(): Promise<Finding[]> {
  // Loaded only here, because their packages are for development.
  const { iosChecks } = await import('../native/check/ios.ts');
  return Promise.all(
    iosChecks.map(async ({ name, run }) => {
      try {
        await run();
        return ok(name);
      } catch (error) {
        return problem(`${name}: ${reasonOf(error)}`);
      }
    }),
  );
}

function checkApiUrl() {
  try {
    return ok(`the app calls ${parseApiUrl(readEnvironment().API_URL)}`);
  } catch (error) {
    return problem(reasonOf(error));
  }
}

function checkKeystore() {
  const keystores = globSync('*.{keystore,jks}');
  return keystores.length > 0
    ? ok(`${keystores.join(', ')} signs the Android app: keep a copy in another place`)
    : note('there is no keystore in this folder: see "Android: sign and upload" in docs/native.md');
}

function checkTeam() {
  const team = /DEVELOPMENT_TEAM = (\w+);/.exec(readFileSync(XCODE_PROJECT, 'utf8'))?.[1];
  return team
    ? ok(`the team ${team} signs the iOS app`)
    : note('Xcode has no team yet: see "iOS: sign and upload" in docs/native.md');
}
