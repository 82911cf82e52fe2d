import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { root } from '#scripts/product/change-command.ts';
// @ts-expect-error plain JavaScript, because a fresh clone runs it on any Node
import { buildServer, buildSite } from '#scripts/run/setup.mjs';
import { neededCaddy } from './caddy.ts';
import { type Facts, parseFacts } from './facts.ts';
import { checkFromOutside } from './outside.ts';
import { checkRoom } from './room.ts';
import { runtimeFor, withRuntime } from './runtime.ts';
import { settingsForNewServer, urlOf } from './settings.ts';
import type { Server } from './ssh.ts';
import { megabytes, step } from './steps.ts';
import { changedFiles, listVersion, withArchive } from './version-files.ts';

export type DeploymentOptions = {
  domain: string | undefined;
  /** A file with settings for a new server. */
  settings: string | undefined;
  /** Caddy itself, if it is not to be downloaded. */
  caddy: string | undefined;
  /** Whether Caddy creates certificates itself, which browsers do not trust. */
  hasInternalCertificates: boolean;
  /** False if another reverse proxy is in front of the server. */
  usesCaddy: boolean;
  allowsInterruption: boolean;
  isDryRun: boolean;
};

/** The number of versions and of backups from before deployments that stay on the server. */
const KEPT = 5;
/** The domain in deploy/caddy/Caddyfile. */
const EXAMPLE = 'notes.example.com';

/** Deploys what is in this folder. */
export async function deploy(server: Server, options: DeploymentOptions) {
  const facts = await step('Looking at the server', async () =>
    parseFacts(await server.look('facts')),
  );
  checkServer(facts, options, server.host);
  // A deployment that was interrupted may have stored them.
  const hasSettings = facts.hasSettings && !options.settings;
  const settings = hasSettings ? undefined : await settingsForNewServer(options);
  const publicUrl = publicUrlOf(facts, settings, options);
  await step('Building', async () => {
    await buildSite();
    await buildServer();
  });
  const version = nameVersion();
  const runtime = await runtimeFor(facts.architecture);
  // A server that was set up with another reverse proxy keeps it.
  const usesCaddy = options.usesCaddy && !(facts.version && !facts.caddy && !options.caddy);
  const caddy = usesCaddy ? await neededCaddy(facts, options.caddy) : undefined;
  const proxy = usesCaddy ? proxyConfiguration(publicUrl, facts, options) : undefined;
  const list = await listVersion();
  const before = facts.version
    ? await server.look('read-file', { args: [`/opt/app/versions/${facts.version}/files.sha256`] })
    : '';
  const files = changedFiles(list, before);
  const needsRuntime = !facts.runtimes.includes(runtime.name);
  checkRoom(facts, {
    runtime: needsRuntime,
    caddy: caddy !== undefined && facts.caddy === undefined,
    versionBytes: sizeOf(files),
  });
  await server.lock();
  await server.run('prepare', {
    args: [String(Buffer.byteLength(settings ?? ''))],
    input: settings ?? '',
  });
  if (needsRuntime)
    await step('Uploading Node and native packages', () =>
      withRuntime(runtime, (input) =>
        server.run('receive-runtime', { args: [runtime.name], input }).then(() => {}),
      ),
    );
  if (caddy)
    await step('Uploading Caddy', () =>
      server.run('receive-caddy', { args: [caddy.checksum, caddy.name], input: caddy.open() }),
    );
  await step(`Uploading ${files.length} files, ${megabytes(sizeOf(files))}`, () =>
    withArchive(list, files, (input) =>
      server
        .run('receive-version', { args: [version, runtime.name, facts.version ?? ''], input })
        .then(() => {}),
    ),
  );
  await server.run('prune', { args: [String(KEPT)] });
  const allows = options.allowsInterruption ? 'with-interruption' : '';
  if (facts.version)
    await step('Rehearsing on a copy of the data', () =>
      server.run('rehearse', { args: [version, allows], isAttended: true }),
    );
  await step('Migrating and switching', () => server.runToItsEnd('switch', [version, allows]));
  if (proxy) await server.run('proxy', { input: proxy });
  if (options.isDryRun) return console.log('Nothing was changed.');
  if (!facts.version) console.log(nextSteps(server.host));
  await step(`Checking ${publicUrl}`, async () => {
    const isInternal = options.hasInternalCertificates || facts.hasInternalCertificates;
    const authority = isInternal ? await server.look('authority') : undefined;
    await checkFromOutside(publicUrl, authority);
  }).catch((error) => {
    throw new Error(`The server runs version ${version}, but ${error.message}`);
  });
  console.log(`${publicUrl} runs version ${version}.`);
}

/** Throws if the server cannot be used. */
function checkServer(facts: Facts, options: DeploymentOptions, host: string) {
  if (!facts.hasSystemd)
    throw new Error(
      `${host} does not run systemd, which starts the server: use Debian or the like.`,
    );
  if (facts.missingTools.length > 0)
    throw new Error(`${host} lacks these programs: ${facts.missingTools.join(', ')}.`);
  if (facts.version && !facts.versions.includes(facts.version))
    throw new Error(
      `${host} was set up by hand: docs/deploy/by-hand.md says how to continue with this command.`,
    );
  if (facts.hasForeignUnit)
    throw new Error(
      `${host} has an app.service of something else: use a server for this product alone.`,
    );
  if (facts.version && options.settings)
    throw new Error(
      `${host} has settings already. Change them there: edit /etc/app.env, then systemctl restart app`,
    );
  const other = facts.webServers.find((name) => name !== 'caddy' || !facts.caddy);
  if (options.usesCaddy && other)
    throw new Error(
      `${other} uses port 80 or 443 of ${host}. Stop it, or keep it as the reverse proxy: --no-caddy (docs/deploy/proxies.md)`,
    );
}

/** Returns the address at which users reach the server. Throws if it is not the one that the person named. */
function publicUrlOf(
  { publicUrl }: Facts,
  settings: string | undefined,
  { domain }: DeploymentOptions,
) {
  if (settings) return new URL(parseEnv(settings).PUBLIC_URL ?? '').origin;
  const change =
    'To change it there: edit PUBLIC_URL in /etc/app.env, then systemctl restart app, then repeat';
  if (!publicUrl) throw new Error(`The server has no valid PUBLIC_URL. ${change}`);
  if (domain && URL.parse(urlOf(domain))?.origin !== publicUrl)
    throw new Error(`The settings of the server are for ${publicUrl}, not ${domain}. ${change}`);
  return publicUrl;
}

/** Names a version by the time and the commit. */
function nameVersion() {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  try {
    const args = ['describe', '--always', '--abbrev=8', '--exclude=*', '--dirty'];
    return `${time}-${execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()}`;
  } catch {
    return time;
  }
}

const sizeOf = (files: string[]) =>
  files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0);

function proxyConfiguration(publicUrl: string, facts: Facts, options: DeploymentOptions) {
  const template = readFileSync(join(root, 'deploy/caddy/Caddyfile'), 'utf8');
  if (!template.includes(`${EXAMPLE} {`))
    throw new Error(`deploy/caddy/Caddyfile has no ${EXAMPLE}, which the domain replaces.`);
  if (!options.hasInternalCertificates && !facts.hasInternalCertificates)
    return template.replace(EXAMPLE, publicUrl);
  // Otherwise Caddy tries to make this machine trust its authority.
  const trust = '{\n\tskip_install_trust\n}\n\n';
  return `${trust}${template.replace(`${EXAMPLE} {`, `${publicUrl} {\n\ttls internal`)}`;
}

function nextSteps(host: string) {
  return [
    'What to do next',
    `  - Sign up, then make yourself an admin: ssh ${host} ${host.startsWith('root@') ? '' : 'sudo '}app admin grant you@example.com`,
    '  - Copy the backups in /var/lib/app/backups to another place.',
  ].join('\n');
}
