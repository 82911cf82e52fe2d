import { app } from '#app';
import type { Config } from '#server/config.ts';
import { type Finding, ok, problem, reasonOf } from './check.ts';
import { isExample } from './examples.ts';
import { hasShell } from './shells.ts';

const ANSWER_LIMIT_MS = 10_000;
const MAX_CHARACTERS = 100_000;

/** Reads the files that make links in emails open the app, from the host of the app as a phone does. */
export async function checkAppLinks({ androidCerts, appleTeamId }: Config): Promise<Finding[]> {
  if (isExample(app.host))
    return [
      problem(`links in emails cannot open the app: set host in app.config.ts, not ${app.host}`),
    ];
  const files = {
    android: () =>
      checkFile('assetlinks.json', 'ANDROID_CERT_SHA256', [app.id, ...(androidCerts ?? [])]),
    ios: () =>
      checkFile('apple-app-site-association', 'APPLE_TEAM_ID', [`${appleTeamId ?? ''}.${app.id}`]),
  };
  return Promise.all((['android', 'ios'] as const).filter(hasShell).map((shell) => files[shell]()));
}

async function checkFile(name: string, setting: string, expected: string[]): Promise<Finding> {
  const url = `https://${app.host}/.well-known/${name}`;
  try {
    const response = await fetch(url, {
      // A phone does not follow one.
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    const text = (await response.text()).slice(0, MAX_CHARACTERS);
    if (response.status !== 200)
      return problem(
        `${url} responds with ${response.status}: set ${setting} on the server, see docs/native.md`,
      );
    const missing = expected.find((value) => !text.includes(value));
    return missing
      ? problem(`${url} does not contain ${missing}: correct ${setting} on the server`)
      : ok(`${url} names the app`);
  } catch (error) {
    return problem(`${url} cannot be read (${reasonOf(error)}): deploy the server first`);
  }
}
