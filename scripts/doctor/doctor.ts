import { parseArgs } from 'node:util';
import type { Config } from '#server/config.ts';
import { type Check, type Finding, note, type Purpose, problem, runCheck } from './check.ts';
import { parseAddress } from './outside/address.ts';
// @ts-expect-error plain JavaScript, because doctor.mjs uses it on any Node
import { printFinding } from './print-finding.mjs';
import { checkSettings } from './settings.ts';

// Checks everything besides Node and the packages, which doctor.mjs has checked. Changes nothing, except that it stores
// and deletes an object if photos are in S3. With an address, checks only the server there, from outside. The exit
// status is 1 if there is a problem.

const USAGE = `usage: npm run doctor -- [--production]
       npm run doctor -- https://notes.example.com [--account you@example.com]`;

const { address, account, ...purpose } = readArguments();
let hasProblem = false;
if (address === undefined) await checkHere();
else await checkOutside(address);
// Also ends checks that took too long and are still waiting.
process.exit(hasProblem ? 1 : 0);

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { production: { type: 'boolean', default: false }, account: { type: 'string' } },
    });
    const { production, account } = values;
    const [address, ...more] = positionals;
    const isValid = address === undefined ? account === undefined : !production;
    if (isValid && more.length === 0) return { production, account, address };
  } catch {}
  console.error(USAGE);
  process.exit(1);
}

async function checkHere() {
  const { config, findings } = checkSettings();
  const hide = (text: string) => (config ? withoutSecrets(text, config) : text);
  report('settings', findings, hide);
  if (!config) return report('others', [note('the other checks need valid settings')]);
  const running = checksFor(purpose).map(async ([subject, load]) => ({
    subject,
    findings: await runCheck(async () => (await load())(config, purpose)),
  }));
  for (const { subject, findings } of await Promise.all(running)) report(subject, findings, hide);
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

async function checkOutside(text: string) {
  const url = parseAddress(text);
  if (!url)
    return report('address', [
      problem(
        `${text} is not the https address of a host: write it like https://notes.example.com`,
      ),
    ]);
  const { checkServer } = await import('./outside/check-server.ts');
  const { readPassword } = await import('./outside/read-password.ts');
  const credentials =
    account === undefined ? undefined : { email: account, password: await readPassword(account) };
  for (const { subject, findings } of await checkServer(url, credentials))
    report(subject, findings);
}

function report(subject: string, findings: Finding[], hide = (text: string) => text) {
  for (const { state, text } of findings) {
    hasProblem ||= state === 'problem';
    printFinding(subject, { state, text: hide(text) });
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
