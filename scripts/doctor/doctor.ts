import { parseArgs } from 'node:util';
import type { Config } from '#server/config.ts';
import { type Check, type Finding, note, type Purpose, runCheck } from './check.ts';
// @ts-expect-error plain JavaScript, because doctor.mjs uses it on any Node
import { printFinding } from './print-finding.mjs';
import { checkSettings } from './settings.ts';

// Checks everything besides Node and the packages, which doctor.mjs has checked. Changes nothing, except that it stores
// and deletes an object if photos are in S3. The exit status is 1 if there is a problem.

const purpose = readArguments();
const { config, findings } = checkSettings();
let hasProblem = false;
report('settings', findings);
if (config) {
  const running = checksFor(purpose).map(async ([subject, load]) => ({
    subject,
    findings: await runCheck(async () => (await load())(config, purpose)),
  }));
  for (const { subject, findings } of await Promise.all(running)) report(subject, findings);
} else report('others', [note('the other checks need valid settings')]);
// Also ends checks that took too long and are still waiting.
process.exit(hasProblem ? 1 : 0);

function readArguments(): Purpose {
  try {
    const { values } = parseArgs({
      options: { production: { type: 'boolean', default: false } },
    });
    return values;
  } catch {
    console.error('usage: npm run doctor -- [--production]');
    process.exit(1);
  }
}

/** Returns the checks by subject. Each is loaded alone, so that a missing package is a problem of that check only. */
function checksFor({ production }: Purpose) {
  const checks: [subject: string, load: () => Promise<Check>][] = [
    ['ports', async () => (await import('./ports.ts')).checkPorts],
    ['database', async () => (await import('./database.ts')).checkDatabase],
    ['email', async () => (await import('./email.ts')).checkEmail],
    ['files', async () => (await import('./file-store.ts')).checkFileStore],
    ['browser', async () => (await import('./browser.ts')).checkBrowser],
    ['native', async () => (await import('./toolchains.ts')).checkToolchains],
  ];
  if (production)
    checks.push(['production', async () => (await import('./launch.ts')).checkLaunch]);
  return checks;
}

function report(subject: string, findings: Finding[]) {
  for (const { state, text } of findings) {
    hasProblem ||= state === 'problem';
    printFinding(subject, { state, text: config ? withoutSecrets(text, config) : text });
  }
}

/** Replaces passwords and keys in a text, such as another server's response, which may quote them. */
function withoutSecrets(text: string, config: Config) {
  return secretsOf(config).reduce((clean, secret) => clean.replaceAll(secret, '…'), text);
}

function secretsOf({ smtpUrl, databaseUrl, databaseDirectUrl, s3, metrics }: Config) {
  const inAddresses = [smtpUrl, databaseUrl, databaseDirectUrl]
    .filter((address) => address !== undefined)
    .map((address) => new URL(address).password)
    .flatMap((password) => [password, decoded(password)]);
  return [...inAddresses, s3?.secretAccessKey, metrics?.token].filter(
    (secret) => !!secret,
  ) as string[];
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
