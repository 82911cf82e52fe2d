import { createReadStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#scripts/product/change-command.ts';
import { neededCaddy, usesCaddy } from './caddy.ts';
import type { Facts } from './facts.ts';
import type { DeploymentOptions } from './options.ts';
import { checkRoom } from './room.ts';
import { runtimeArchive, runtimeFor } from './runtime.ts';
import type { Server } from './ssh.ts';
import { megabytes } from './steps.ts';
import { changedFiles, withArchive } from './version-files.ts';

/** The number of versions and of backups from before deployments that stay on the server. */
const KEPT = 5;
/** The domain in deploy/caddy/Caddyfile. */
const EXAMPLE = 'notes.example.com';

/**
 * Finds what a server lacks of a version. Throws if its disks have no room for it. `send` uploads it, `configureProxy` is
 * for the end.
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
  const hasCaddy = usesCaddy(facts, options);
  const caddy = hasCaddy ? await neededCaddy(facts, options.caddy) : undefined;
  const before = facts.version
    ? await server.look('read-file', { args: [`/opt/app/versions/${facts.version}/files.sha256`] })
    : '';
  const files = changedFiles(list, before);
  const needsRuntime = !facts.runtimes.includes(runtime.name);
  const isInternal = hasCaddy && (options.hasInternalCertificates || facts.hasInternalCertificates);
  const configuration = hasCaddy ? proxyConfiguration(publicUrl, isInternal) : undefined;
  checkRoom(facts, {
    runtime: needsRuntime,
    caddy: caddy !== undefined && facts.caddy === undefined,
    versionBytes: sizeOf(files),
    isRehearsed: isRehearsed && facts.version !== undefined,
  });

  return {
    /** Whether the server's certificates are of its own authority. */
    isInternal,

    async send() {
      await server.run('prepare', {
        args: [String(Buffer.byteLength(settings ?? ''))],
        input: settings ?? '',
      });
      if (needsRuntime)
        await server.step('Uploading Node and native packages', async () => {
          const input = options.isDryRun ? '' : createReadStream(await runtimeArchive(runtime));
          await server.run('receive-runtime', { args: [runtime.name], input });
        });
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
      await server.run('prune', { args: [String(KEPT), version] });
    },

    async configureProxy() {
      if (configuration)
        await server.run('proxy', {
          args: [String(Buffer.byteLength(configuration))],
          input: configuration,
        });
      else if (facts.caddy) await server.run('remove-proxy');
    },
  };
}

const sizeOf = (files: string[]) =>
  files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0);

function proxyConfiguration(publicUrl: string, isInternal: boolean) {
  const template = readFileSync(join(root, 'deploy/caddy/Caddyfile'), 'utf8');
  if (!template.includes(`${EXAMPLE} {`))
    throw new Error(`deploy/caddy/Caddyfile has no ${EXAMPLE}, which the domain replaces.`);
  if (!isInternal) return template.replace(EXAMPLE, publicUrl);
  // Otherwise Caddy tries to make this machine trust its authority.
  const trust = '{\n\tskip_install_trust\n}\n\n';
  return `${trust}${template.replace(`${EXAMPLE} {`, `${publicUrl} {\n\ttls internal`)}`;
}
