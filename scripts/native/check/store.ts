import { globSync, readFileSync } from 'node:fs';
import { MARK_PANELS } from '#client/components/mark.ts';
import { type Config, readConfig } from '#server/config.ts';
import { shareTarget } from '#shared/share-target.ts';
import { parseApiUrl } from '#tests/support/native-bundle.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { reasonOf } from '../../doctor/check.ts';
import { isExample } from '../../doctor/examples.ts';
import { isOfKit, textsOfKit } from '../../product/kit-identity.ts';
import { hasShell } from '../shells.ts';
import { type Check, expect } from './check.ts';

const MANIFEST = 'android/app/src/main/AndroidManifest.xml';
const XCODE_PROJECT = 'ios/App/App.xcodeproj/project.pbxproj';
const FILTER = 'the <intent-filter> with android.intent.action.SEND';
const ANSWER_LIMIT_MS = 10_000;
const MAX_CHARACTERS = 100_000;

type AppSettings = { id: string; host: string; tagline: string; description: string };

/** Returns what the app stores need besides shells that are right. What fails is to do before an upload. */
export const storeChecks = (
  settings: AppSettings,
  env: NodeJS.ProcessEnv,
  takesShares = shareTarget !== undefined,
): Check[] => [
  {
    name: 'Stores: the id is your own',
    run: () =>
      expect(
        !settings.id.endsWith('.demo'),
        `${settings.id} is that of the demo: set id in app.config.ts, it cannot be changed later`,
      ),
  },
  {
    name: 'Stores: the icon is your own',
    run: () =>
      expect(
        !isOfKit('mark', MARK_PANELS.join()),
        'draw it in client/components/mark.ts, then run npm run assets',
      ),
  },
  {
    name: 'Stores: tagline and description are your own',
    run() {
      const kept = textsOfKit(settings).join(' and ');
      expect(!kept, `app.config.ts still has the ${kept} of the kit`);
    },
  },
  {
    name: `Stores: the version ${packageJson.version} has three numbers. Raise it for every upload`,
    run: () =>
      expect(
        /^\d{1,5}\.\d{1,2}\.\d{1,2}$/.test(packageJson.version),
        'set it in package.json, the last two below 100',
      ),
  },
  {
    name: 'Stores: the app knows its server',
    run: () => void parseApiUrl(env.API_URL),
  },
  ...appLinkChecks(settings, () => readConfig(env)),
  ...(hasShell('android') ? [keystoreCheck] : []),
  ...(hasShell('android') && !takesShares ? [noSharingCheck] : []),
  ...(hasShell('ios') ? [teamCheck] : []),
];

/** Reads the files that make links in emails open the app, from the host of the app as a phone does. */
const appLinkChecks = ({ host, id }: { host: string; id: string }, config: () => Config): Check[] =>
  (['android', 'ios'] as const).filter(hasShell).map((shell) => ({
    name: `Stores: links in emails open the ${shell === 'ios' ? 'iOS' : 'Android'} app`,
    async run() {
      if (isExample(host)) throw new Error(`set host in app.config.ts, not ${host}`);
      const { androidCerts, appleTeamId } = config();
      await (shell === 'android'
        ? checkFile(host, 'assetlinks.json', 'ANDROID_CERT_SHA256', [id, ...(androidCerts ?? [])])
        : checkFile(host, 'apple-app-site-association', 'APPLE_TEAM_ID', [
            `${appleTeamId ?? ''}.${id}`,
          ]));
    },
  }));

async function checkFile(host: string, name: string, setting: string, expected: string[]) {
  const url = `https://${host}/.well-known/${name}`;
  const response = await fetch(url, {
    // A phone does not follow one.
    redirect: 'manual',
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  }).catch((error: unknown) => {
    throw new Error(`${url} cannot be read (${reasonOf(error)}): deploy the server first`);
  });
  const text = (await response.text()).slice(0, MAX_CHARACTERS);
  if (response.status !== 200)
    throw new Error(
      `${url} responds with ${response.status}: set ${setting} on the server, see docs/native.md`,
    );
  const missing = expected.find((value) => !text.includes(value));
  if (missing)
    throw new Error(`${url} does not contain ${missing}: correct ${setting} on the server`);
}

const keystoreCheck: Check = {
  name: 'Stores: a keystore signs the Android app. Keep a copy in another place',
  run: () =>
    expect(
      globSync('*.{keystore,jks}').length > 0,
      'there is none in this folder, see "Android: sign and upload" in docs/native.md',
    ),
};

const noSharingCheck: Check = {
  name: 'Stores: the Android app is not offered for sharing, because no feature has a share target',
  run: () =>
    expect(
      !readFileSync(MANIFEST, 'utf8').includes('android.intent.action.SEND"'),
      `remove ${FILTER} from ${MANIFEST}`,
    ),
};

const teamCheck: Check = {
  name: 'Stores: a team signs the iOS app',
  run: () =>
    expect(
      /DEVELOPMENT_TEAM = \w+;/.test(readFileSync(XCODE_PROJECT, 'utf8')),
      'Xcode has none yet, see "iOS: sign and upload" in docs/native.md',
    ),
};
