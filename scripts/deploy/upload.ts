import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#scripts/product/change-command.ts';
import { neededCaddy } from './caddy.ts';
import type { Facts } from './facts.ts';
import type { DeploymentOptions } from './options.ts';
import { checkRoom } from './room.ts';
import { runtimeFor, withRuntime } from './runtime.ts';
import type { Server } from './ssh.ts';
import { megabytes } from './steps.ts';
import { changedFiles, withArchive } from './version-files.ts';

/** The number of versions and of backups from before deployments that stay on the server. */
const KEPT = 5;
/** The domain in deploy/caddy/Caddyfile. */
const EXAMPLE = 'notes.example.com';

/**
 * Finds what a server lacks of a version. Throws if its disks have no room for it. `send` uploads it, and
 * `proxy` is the configuration of Caddy, if the server uses that.
 */
export async function planUpload(
  server: Server,
  facts: Facts,
  {
    version,
    list,
    settings,
    publicUrl,
    options,
    isRehearsed,
  }: {
    version: string;
    /** The files of the version. */
    list: string;
    settings: string | undefined;
    publicUrl: string;
    options: DeploymentOptions;
    isRehearsed: boolean;
  },
) {
  const runtime = await runtimeFor(facts.architecture);
  // A server that was set up with another reverse proxy keeps it.
  const usesCaddy = options.usesCaddy && !(facts.version && !facts.caddy && !options.caddy);
  const caddy = usesCaddy ? await neededCaddy(facts, options.caddy) : undefined;
  const before = facts.version
    ? await server.look('read-file', { args: [`/opt/app/versions/${facts.version}/files.sha256`] })
    : '';
  const files = changedFiles(list, before);
  const needsRuntime = !facts.runtimes.includes(runtime.name);
  checkRoom(facts, {
    runtime: needsRuntime,
    caddy: caddy !== undefined && facts.caddy === undefined,
    versionBytes: sizeOf(files),
    isRehearsed: isRehearsed && facts.version !== undefined,
  });

  return {
    proxy: usesCaddy ? proxyConfiguration(publicUrl, facts, options) : undefined,

    async send() {
      await server.run('prepare', {
        args: [String(Buffer.byteLength(settings ?? ''))],
        input: settings ?? '',
      });
      if (needsRuntime)
        await server.step('Uploading Node and native packages', () =>
          withRuntime(runtime, (input) =>
            server.run('receive-runtime', { args: [runtime.name], input }).then(() => {}),
          ),
        );
      if (caddy)
        await server.step('Uploading Caddy', () =>
          server.run('receive-caddy', { args: [caddy.checksum, caddy.name], input: caddy.open() }),
        );
      await server.step(`Uploading ${files.length} files, ${megabytes(sizeOf(files))}`, () =>
        withArchive(list, files, (input) =>
          server
            .run('receive-version', { args: [version, runtime.name, facts.version ?? ''], input })
            .then(() => {}),
        ),
      );
      await server.run('prune', { args: [String(KEPT)] });
    },
  };
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
