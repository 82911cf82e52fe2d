import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readConfig } from '#server/config.ts';
import { createDependencies } from '#server/dependencies.ts';
import type { ServerFeature } from '#server/feature.ts';
import { silentLog } from '#server/log/log.ts';
import { createTestPerson } from './create-test-person.ts';

/** A user of the server. Each user has their own IP address, as behind a proxy. */
export type Person = { email: string; token: string; address: string };

/** Returns the environment of a server on this machine that runs like in production behind a proxy. */
export const productionSettings = (port: number, dataDir: string) => ({
  ...parseEnv(readFileSync('deploy/process.env', 'utf8')),
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: `http://localhost:${port}`,
  TRUST_PROXY: '1',
  DATA_DIR: dataDir,
  // Required, but nobody gets an email.
  SMTP_URL: 'smtp://127.0.0.1:9',
});

/** Creates accounts with sessions, before the server starts. The password of all is TEST_PASSWORD. */
export async function createPeople(
  env: NodeJS.ProcessEnv,
  features: ServerFeature[],
  count: number,
) {
  const dependencies = await createDependencies(readConfig(env), silentLog, {
    features,
    mailEveryMs: 1000,
  });
  const people: Person[] = [];
  for (let number = 0; number < count; number++) {
    const { email, token } = await createTestPerson(dependencies);
    people.push({ email, token, address: addressOf(number) });
  }
  await dependencies.close();
  return people;
}

/** Returns an address in a private network, a different one for each number. */
export const addressOf = (number: number) => `10.0.${(number >> 8) & 255}.${number & 255}`;
