import cluster from 'node:cluster';
import { pauseWorkers } from '#server/background/worker.ts';
import { tablesOf } from '#server/backup/format.ts';
import { readConfig } from '#server/config.ts';
import { checkUnchanged, MigrationError } from '#server/database/migrate.ts';
import { migrationSets } from '#server/database/open-database.ts';
import { DemoAccountsFound } from '#server/demo/accounts.ts';
import { prepareMode } from '#server/demo/prepare.ts';
import { welcome } from '#server/demo/welcome.ts';
import { isOutage } from '#server/errors/outages.ts';
import { reportCrashes } from '#server/errors/report-crashes.ts';
import type { ServerFeature } from '#server/feature.ts';
import { ContractError } from '#server/http/api.ts';
import { createLog, type Log } from '#server/log/log.ts';
import { InvalidSetting } from '#server/settings/read-setting.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { kit } from '#shared/endpoints.ts';
import { explainListenError } from './listen-error.ts';
import { createPrivateFiles, makePrivate } from './private-files.ts';
import { runWorkers } from './run-workers.ts';
import { type RunningServer, startServer } from './server.ts';
import { stopOnSignals } from './stop-signals.ts';

const MIGRATION_CHECK_AFTER_MS = 2000;

/**
 * Runs the server until a signal stops it. Ends the process if the start fails. `contract` has the endpoints of
 * features that the client may call.
 */
export async function runServer(features: ServerFeature[], contract: Record<string, Endpoint>) {
  try {
    checkRegistration(features, contract);
    await start(features);
  } catch (error) {
    console.error(explanation(error));
    process.exit(1);
  }
}

/** Throws when a feature is registered in the contract or on the server only, or when two use the same name. */
export function checkRegistration(features: ServerFeature[], contract: Record<string, Endpoint>) {
  const all = [kit, ...features.map(({ endpoints }) => endpoints)].flatMap((endpoints) =>
    Object.entries<Endpoint>(endpoints),
  );
  const repeated: [kind: string, names: string[]][] = [
    ['feature', ['kit', ...features.map(({ name }) => name)]],
    ['endpoint', all.map(([name]) => name)],
    ['path', all.map(([, { method, path }]) => `${method} ${path}`)],
    ['table', tablesOf(features)],
    ['count', ['users', 'photos', ...features.flatMap(({ counts }) => Object.keys(counts))]],
  ];
  for (const [kind, names] of repeated) {
    const name = names.find((name, index) => names.indexOf(name) !== index);
    if (name)
      throw new ContractError(
        `Two features, or the kit and a feature, have the same ${kind} '${name}': rename one in its registration.`,
      );
  }
  for (const [name, { method, path }] of Object.entries(contract))
    if (!features.some(({ endpoints }) => Object.hasOwn(endpoints, name)))
      throw new ContractError(
        `${method} ${path} has no handler: add the feature of '${name}' to features/server.ts.`,
      );
  for (const feature of features)
    for (const [name, endpoint] of Object.entries(feature.endpoints))
      if (contract[name] !== endpoint)
        throw new ContractError(
          `The endpoints of '${feature.name}' are not in the contract: add its kind of item to features/contract.ts, further endpoints to features/endpoints.ts.`,
        );
}

async function start(features: ServerFeature[]) {
  createPrivateFiles();
  const config = readConfig();
  const log = createLog();
  if (config.rehearsal) pauseWorkers();
  reportCrashes(log);
  if (config.workers > 1 && cluster.isPrimary) return runWorkers(config, log);
  for (const path of makePrivate(config.dataDir))
    log.warn({ msg: 'other users of this machine can access a file', path });
  let started: RunningServer | undefined;
  // Before the start, because the first process in a container ignores signals without a handler.
  stopOnSignals(async () => started?.stop(), config.drainSeconds);
  const server = await startServer(config, log, {
    features,
    prepare: (dependencies) => prepareMode(config.mode, dependencies),
  });
  started = server;

  // Only once for all processes.
  if (cluster.worker && cluster.worker.id > 1) return;
  // Later, because it would delay the first responses. A demo has done it already.
  if (config.mode !== 'demo')
    setTimeout(() => warnOfChanged(server, features, log), MIGRATION_CHECK_AFTER_MS).unref();
  if (config.mode === 'production')
    log.info({ msg: 'listening', host: config.host, port: server.port });
  else console.log(await welcome(config, server));
}

/** Warns if a migration was edited after it ran. The server may still work, and only a new version can correct it. */
async function warnOfChanged({ database }: RunningServer, features: ServerFeature[], log: Log) {
  try {
    await checkUnchanged(database, migrationSets(features));
  } catch (error) {
    // Ignores errors because the server has stopped or lost its database since.
    if (error instanceof MigrationError) log.warn({ msg: error.message });
  }
}

/** Returns one line per problem that the operator can fix, otherwise the whole error with its stack. */
function explanation(error: unknown) {
  if (error instanceof InvalidSetting)
    return error.problems.map((problem) => `Setting: ${problem}`).join('\n');
  if (
    error instanceof MigrationError ||
    error instanceof DemoAccountsFound ||
    error instanceof ContractError
  )
    return error.message;
  const explained = explainListenError(error);
  if (explained) return explained;
  if (isOutage(error))
    return `The database or the disk cannot be used: ${(error as Error).message}`;
  return error;
}
