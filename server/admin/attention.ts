import type { Config } from '#server/config.ts';
import type { DataFolder } from '#server/health/data-folder.ts';
import type { OutboxState } from '#server/mail/outbox.ts';
import type { AdminStatus } from '#shared/admin.ts';

type Health = AdminStatus['database']['health'];
type Reason = AdminStatus['attention'][number];

/** An email waits this long only if the mail server does not accept it, or nothing sends it. */
const QUEUE_LIMIT_SECONDS = 15 * 60;
/** Leaves time to react before the disk is full. */
const FREE_MIN_BYTES = 200 * 1024 * 1024;
/** A backup every night, which may take longer or start later than the one before. */
const BACKUP_MAX_AGE_MS = 26 * 60 * 60 * 1000;

/** Returns the problems that affect the service, or soon will. */
export function reasonsForAttention(
  config: Pick<Config, 'mode' | 'databaseUrl' | 's3'>,
  { database, fileStore }: { database: Health; fileStore: Health },
  { failed, oldestSeconds }: Pick<OutboxState, 'failed' | 'oldestSeconds'>,
  folder: DataFolder | undefined,
): Reason[] {
  // External services must watch their own disks, and another machine may write the backups.
  const isElsewhere = Boolean(config.databaseUrl && config.s3);
  const reasons: Record<Reason, boolean> = {
    database: database === 'failing',
    // Also shows that the folder is gone.
    file_store: fileStore === 'failing',
    storage: !isElsewhere && isDiskFull(folder),
    backup_failed: hasBackupFailed(folder),
    backup_missing: !isElsewhere && config.mode === 'production' && isBackupMissing(folder),
    mail_queue: oldestSeconds > QUEUE_LIMIT_SECONDS,
    failed_emails: failed > 0,
  };
  return (Object.keys(reasons) as Reason[]).filter((reason) => reasons[reason]);
}

const isDiskFull = (folder: DataFolder | undefined) =>
  folder?.disk !== undefined && folder.disk.freeBytes < FREE_MIN_BYTES;

const hasBackupFailed = (folder: DataFolder | undefined) =>
  folder?.lastFailureMs !== undefined && folder.lastFailureMs > (folder.newestBackupMs ?? 0);

/** Tells whether the newest backup is too old. A new server has a day for its first one. */
function isBackupMissing(folder: DataFolder | undefined) {
  const since = folder?.newestBackupMs ?? folder?.createdMs;
  return since !== undefined && Date.now() - since > BACKUP_MAX_AGE_MS;
}
