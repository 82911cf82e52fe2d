import type { Config } from '#server/config.ts';
import { reasonOf } from '../../doctor/check.ts';
import { isExample } from '../../doctor/examples.ts';
import { hasShell } from '../shells.ts';
import type { Check } from './check.ts';

const ANSWER_LIMIT_MS = 10_000;
const MAX_CHARACTERS = 100_000;

/** Reads the files that make links in emails open the app, from the host of the app as a phone does. */
export const appLinkChecks = (
  { host, id }: { host: string; id: string },
  config: () => Config,
): Check[] =>
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
