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
  const { facts: factsOfFirst } = targets[0] as (typeof targets)[number];
  // A deployment that was interrupted may have stored them.
  const hasSettings = factsOfFirst.hasSettings && !options.settings;
  const settings = hasSettings ? undefined : await settingsForNewServer(options);
  const publicUrl = publicUrlOf(factsOfFirst, settings, options);
  await step('Building', async () => {
    await buildSite();
    await buildServer();
  });
  const version = nameVersion();
  const common = { version, list: await listVersion(), settings, publicUrl, options };
  const uploads: Awaited<ReturnType<typeof planUpload>>[] = [];
  for (const { server, facts } of targets)
    uploads.push(await planUpload(server, facts, { ...common, isRehearsed: server === first }));
  for (const server of servers) await server.lock();
  for (const { send } of uploads) await send();
  const withInterruption = options.allowsInterruption ? 'with-interruption' : '';
  if (factsOfFirst.version)
    await first.step('Rehearsing on a copy of the data', () =>
      first.run('rehearse', { args: [version, withInterruption], isAttended: true }),
    );
  await inTurn(servers, version, (server) =>
    server.step('Migrating and switching', () =>
      server.runToItsEnd('switch', [version, withInterruption]),
    ),
  );
  for (const { configureProxy } of uploads) await configureProxy();
  if (options.isDryRun) return console.log('Nothing was changed.');
  if (!factsOfFirst.version) console.log(nextSteps(first.host));
  await step(`Checking ${publicUrl}`, async () => {
    const authority = uploads[0]?.isInternal ? await first.look('authority') : undefined;
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
