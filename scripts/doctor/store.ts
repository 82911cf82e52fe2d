import { existsSync, globSync, readFileSync } from 'node:fs';
import { app } from '#app';
import { MARK_PANELS } from '#client/components/mark.ts';
import { readEnvironment } from '#server/config.ts';
import { parseApiUrl } from '#tooling/native-bundle.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { pendingChanges } from '../changes.ts';
import { isOfKit } from '../kit-identity.ts';
import { nativeIdentity } from '../native-identity.ts';
import { checkAppLinks } from './app-links.ts';
import { type Check, type Finding, note, ok, problem, reasonOf } from './check.ts';
import { checkTexts } from './texts.ts';

const XCODE_PROJECT = 'ios/App/App.xcodeproj/project.pbxproj';

/** Checks what the app stores need besides a deployed server. */
export const checkStore: Check = async (config) => [
  checkId(),
  checkIcon(),
  checkTexts(),
  checkVersion(),
  checkShells(),
  ...(await checkIosFiles()),
  checkApiUrl(),
  ...checkSigning(),
  ...(await checkAppLinks(config)),
  note('the stores also ask for texts, pictures and answers: see the lists in docs/native.md'),
];

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

/** Checks that a build number can be made of the version: 1.2.3 becomes 10203. */
function checkVersion() {
  const { version } = packageJson;
  return /^\d+\.\d{1,2}\.\d{1,2}$/.test(version)
    ? ok(`the version is ${version}: raise it for every upload`)
    : problem(
        `the version is ${version}: set three numbers in package.json, the last two below 100`,
      );
}

function checkShells(): Finding {
  const identity = nativeIdentity({ ...app, version: packageJson.version });
  const outdated = [...pendingChanges(identity).keys()];
  return outdated.length > 0
    ? problem(`${outdated.join(', ')} must follow app.config.ts: run npm run native:sync`)
    : ok('android/ and ios/ have the name, id, host and version of the app');
}

/** Runs the checks of the iOS project, which include the texts that explain camera and photos. */
async function checkIosFiles(): Promise<Finding[]> {
  // Loaded only here, because their packages are for development.
  const { iosChecks } = await import('../native-check/ios.ts');
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

function checkSigning(): Finding[] {
  const keystores = globSync('*.{keystore,jks}');
  const project = existsSync(XCODE_PROJECT) ? readFileSync(XCODE_PROJECT, 'utf8') : '';
  const team = /DEVELOPMENT_TEAM = (\w+);/.exec(project)?.[1];
  return [
    keystores.length > 0
      ? ok(`${keystores.join(', ')} signs the Android app: keep a copy in another place`)
      : note(
          'there is no keystore in this folder: see "Android: sign and upload" in docs/native.md',
        ),
    team
      ? ok(`the team ${team} signs the iOS app`)
      : note('Xcode has no team yet: see "iOS: sign and upload" in docs/native.md'),
  ];
}
