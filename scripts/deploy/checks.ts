import { parseEnv } from 'node:util';
import { usesCaddy } from './caddy.ts';
import type { Facts } from './facts.ts';
import type { DeploymentOptions } from './options.ts';
import { urlOf } from './settings.ts';

type Target = { host: string; facts: Facts };

/** Throws if one of the servers cannot be used, or if they do not belong together. */
export function checkTargets(targets: Target[], options: DeploymentOptions) {
  for (const target of targets) checkServer(target, options);
  if (targets.length > 1) checkGroup(targets, options);
}

function checkServer({ host, facts }: Target, options: DeploymentOptions) {
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
      `${host} has settings already. Change them there: edit /etc/app.env, then deploy without --settings.`,
    );
  if (!facts.version && options.allowsInterruption)
    throw new Error(`${host} runs no version that could be interrupted: omit --with-interruption.`);
  const other = facts.webServers.find((name) => name !== 'caddy' || !facts.caddy);
  if (other && usesCaddy(facts, options))
    throw new Error(
      `${other} uses port 80 or 443 of ${host}. Stop it, or keep it as the reverse proxy: --no-caddy (docs/deploy/proxies.md)`,
    );
}

/** Throws if several servers cannot be deployed to in turn, each of which serves requests while another restarts. */
function checkGroup(targets: Target[], { allowsInterruption }: DeploymentOptions) {
  const address = targets[0]?.facts.publicUrl;
  for (const [index, { host, facts }] of targets.entries()) {
    if (targets.findIndex((other) => other.host === host) !== index)
      throw new Error(`${host} is named twice.`);
    if (!facts.version)
      throw new Error(`${host} is new: set it up alone first (docs/deploy/several-servers.md).`);
    if (!facts.isShared)
      throw new Error(
        `${host} keeps its data on its own disk: several servers need DATABASE_URL and S3_ENDPOINT (docs/deploy/several-servers.md).`,
      );
    if (facts.publicUrl !== address)
      throw new Error(
        `${host} is for ${facts.publicUrl}, and ${targets[0]?.host} for ${address}: they do not belong together.`,
      );
  }
  if (allowsInterruption)
    throw new Error(
      '--with-interruption is for one server: stop the others first (docs/deploy/several-servers.md#upgrade-and-rollback).',
    );
}

/** Returns the address at which users reach the server. Throws if it is not the one that the person named. */
export function publicUrlOf(
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
