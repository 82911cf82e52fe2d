import { execFileSync } from 'node:child_process';
import { root } from '#scripts/product/change-command.ts';
// @ts-expect-error plain JavaScript, because a fresh clone runs it on any Node
import { buildServer, buildSite } from '#scripts/run/setup.mjs';
import { checkTargets, publicUrlOf } from './checks.ts';
import { lookAt } from './facts.ts';
import { inTurn } from './in-turn.ts';
import type { DeploymentOptions } from './options.ts';
import { checkFromOutside } from './outside.ts';
import { settingsForNewServer } from './settings.ts';
import type { Server } from './ssh.ts';
import { step } from './steps.ts';
import { planUpload } from './upload.ts';
import { listVersion } from './version-files.ts';

/**
 * Deploys what is in this folder to one server, or to several in turn. The first one rehearses and migrates for all of
 * them. If one fails, those after it keep the version before.
 */
export async function deploy(servers: [Server, ...Server[]], options: DeploymentOptions) {
  const targets = [];
  for (const server of servers) {
    const facts = await server.step('Looking at the server', () => lookAt(server));
    targets.push({ server, host: server.host, facts });
  }
  checkTargets(targets, options);
  const [first] = servers;
  const { facts } = targets[0] as (typeof targets)[number];
  // A deployment that was interrupted may have stored them.
  const hasSettings = facts.hasSettings && !options.settings;
  const settings = hasSettings ? undefined : await settingsForNewServer(options);
  const publicUrl = publicUrlOf(facts, settings, options);
  await step('Building', async () => {
    await buildSite();
    await buildServer();
  });
  const version = nameVersion();
  const common = { version, list: await listVersion(), settings, publicUrl, options };
  const uploads = [];
  for (const { server, facts } of targets)
    uploads.push({
      server,
      ...(await planUpload(server, facts, { ...common, isRehearsed: server === first })),
    });
  for (const { server } of uploads) await server.lock();
  for (const { send } of uploads) await send();
  const allows = options.allowsInterruption ? 'with-interruption' : '';
  if (facts.version)
    await first.step('Rehearsing on a copy of the data', () =>
      first.run('rehearse', { args: [version, allows], isAttended: true }),
    );
  await inTurn(servers, `Version ${version}`, (server) =>
    server.step('Migrating and switching', () => server.runToItsEnd('switch', [version, allows])),
  );
  for (const { server, proxy } of uploads) if (proxy) await server.run('proxy', { input: proxy });
  if (options.isDryRun) return console.log('Nothing was changed.');
  if (!facts.version) console.log(nextSteps(first.host));
  await step(`Checking ${publicUrl}`, async () => {
    const isInternal = options.hasInternalCertificates || facts.hasInternalCertificates;
    const authority = isInternal ? await first.look('authority') : undefined;
    await checkFromOutside(publicUrl, authority);
  }).catch((error) => {
    const who = servers.length > 1 ? 'All servers run' : 'The server runs';
    throw new Error(`${who} version ${version}, but ${error.message}`);
  });
  console.log(`${publicUrl} runs version ${version}.`);
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

function nextSteps(host: string) {
  return [
    'What to do next',
    `  - Sign up, then make yourself an admin: ssh ${host} ${host.startsWith('root@') ? '' : 'sudo '}app admin grant you@example.com`,
    '  - Copy the backups to another place: docs/deploy/backups.md#a-copy-in-another-place',
  ].join('\n');
}
