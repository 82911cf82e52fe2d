import { startActivity } from './admin/activity.ts';
import { sweepAuditLog } from './admin/audit-log.ts';
import { createPasswordCheck } from './auth/check-password.ts';
import { createEmailComposer } from './auth/compose-email.ts';
import { createEmailLimits } from './auth/email-limits.ts';
import { createAuthLimiters } from './auth/limits.ts';
import { createPendingRegistrations } from './auth/pending-registrations.ts';
import { createSessions } from './auth/sessions.ts';
import { createAccounts } from './auth/store.ts';
import { createAccountTokens } from './auth/tokens.ts';
import { shareReads } from './background/share-reads.ts';
import { startWorker } from './background/worker.ts';
import { cleanUpInterruptedRestore } from './backup/interrupted-restore.ts';
import { createClockGuard } from './clock/clock-guard.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database/open-database.ts';
import { sweepVisitors } from './demo/visitors.ts';
import { createExports } from './export/exports.ts';
import { createImports } from './export/imports.ts';
import { createPortable } from './export/portable.ts';
import type { ServerFeature } from './feature.ts';
import { openBlobs } from './files/open-blobs.ts';
import { createPhotoOwnership } from './files/ownership.ts';
import { storePhotoColumns } from './files/photo-columns.ts';
import { createPictures } from './files/pictures.ts';
import { createSigner } from './files/signature.ts';
import { createFiles } from './files/store.ts';
import { startSweeper } from './files/sweeper.ts';
import { readDataFolder } from './health/data-folder.ts';
import { createHealth } from './health/health.ts';
import { countersOf, createLimiters, sweepCounters } from './http/rate-limit.ts';
import { checkReferences } from './items/references.ts';
import type { Log } from './log/log.ts';
import { openDelivery } from './mail/open-delivery.ts';
import { sweepFailed } from './mail/outbox.ts';
import { startMailWorker } from './mail/worker.ts';
import { startSync } from './sync/sync.ts';

export type Dependencies = Awaited<ReturnType<typeof createDependencies>>;

const HOUR_MS = 60 * 60 * 1000;

/** Opens the database and the file store, and creates every service and worker (the composition root). */
export async function createDependencies(
  config: Config,
  log: Log,
  { features, mailEveryMs }: { features: ServerFeature[]; mailEveryMs: number },
) {
  const references = checkReferences(features);
  const database = await openDatabase(config, features, (msg) => log.warn({ msg }));
  const { query } = database;
  const blobs = await openBlobs(config);
  const delivery = openDelivery(config, query);
  const clockGuard = createClockGuard(query, log);

  const accounts = createAccounts(database);
  const pending = createPendingRegistrations(database);
  const sessions = createSessions(database);
  const tokens = createAccountTokens(database);
  const activity = startActivity(database, log);

  const { limits } = config;
  const limiters = createLimiters(countersOf(database), config.mode);
  const authLimiters = createAuthLimiters(limiters);
  const emailLimits = createEmailLimits(limiters);

  const pictures = createPictures();
  const synced = features.flatMap(({ synced }) => synced);
  const sync = await startSync({ config, database, sessions, synced, log });
  const { changes } = sync;
  const photoColumns = await storePhotoColumns(
    database,
    features.flatMap(({ photoColumns }) => photoColumns),
  );
  const ownership = createPhotoOwnership(photoColumns, synced, changes);
  const files = createFiles({
    database,
    blobs,
    pictures,
    ownership,
    changes,
    limits,
    wakeSweeper: () => void wakeSweeper(),
  });

  const portable = createPortable(
    database,
    features.flatMap(({ portable }) => portable),
  );
  const imports = createImports({ database, limits, limiters, portable, ownership, changes });

  const mail = startMailWorker({
    database,
    log,
    compose: createEmailComposer(config, accounts, pending, tokens, emailLimits),
    delivery,
    clockGuard,
    everyMs: mailEveryMs,
  });
  const sweeper = startSweeper({
    query,
    blobs,
    ownership,
    clockGuard,
    log,
    cleanUpAtStart: () => cleanUpInterruptedRestore(config.dataDir, query),
  });
  const expiry = startWorker({
    name: 'expiry',
    everyMs: HOUR_MS,
    log,
    work: async () => {
      if (!(await clockGuard.allowsDeletion())) return;
      await sessions.sweep();
      await tokens.sweep();
      await pending.sweep();
      await sweepFailed(query);
      await sweepAuditLog(query);
      await activity.sweep();
      await sweepCounters(query);
      await changes.sweep();
      await imports.sweep(query);
      if (config.mode === 'public-demo') await sweepVisitors(query, accounts);
    },
  });
  const wakeSweeper = sweeper.wake;

  return {
    config,
    log,
    database,
    blobs,
    accounts,
    pending,
    sessions,
    tokens,
    activity,
    limiters,
    authLimiters,
    emailLimits,
    checkPassword: createPasswordCheck(accounts, authLimiters),
    pictures,
    files,
    sync,
    exports: createExports({ limiters, portable, files }),
    imports,
    signer: createSigner(query),
    health: createHealth(database, blobs),
    readDataFolder: shareReads(() => readDataFolder(config.dataDir)),
    mail,
    wakeSweeper,
    features: features.map((feature) => ({
      ...feature,
      ...feature.create({ database, limits, files, ownership, changes, references }),
    })),

    /** Lets work in progress finish, then closes the database. */
    async close() {
      await Promise.all([
        sync.stop(),
        mail.stop(),
        sweeper.stop(),
        expiry.stop(),
        activity.stop(),
        pictures.stop(),
      ]);
      await database.close();
      await log.flush();
    },
  };
}
