import { statfs } from 'node:fs/promises';
import type { Config } from '#server/config.ts';
import type { OutboxState } from '#server/mail/outbox.ts';
import type { AdminStatus } from '#shared/admin.ts';

type Health = AdminStatus['database']['health'];
type Reason = AdminStatus['attention'][number];

/** An email waits this long only if the mail server does not accept it, or nothing sends it. */
const QUEUE_LIMIT_SECONDS = 15 * 60;
/** Leaves time to react before the disk is full. */
const FREE_MIN_BYTES = 200 * 1024 * 1024;

/** Returns the problems that affect the service, or soon will. */
export async function reasonsForAttention(
  config: Pick<Config, 'dataDir' | 'databaseUrl' | 's3'>,
  { database, fileStore }: { database: Health; fileStore: Health },
  { failed, oldestSeconds }: Pick<OutboxState, 'failed' | 'oldestSeconds'>,
): Promise<Reason[]> {
  const reasons: Record<Reason, boolean> = {
    database: database === 'failing',
    file_store: fileStore === 'failing',
    storage: await isDiskFull(config),
    mail_queue: oldestSeconds > QUEUE_LIMIT_SECONDS,
    failed_emails: failed > 0,
  };
  return (Object.keys(reasons) as Reason[]).filter((reason) => reasons[reason]);
}

/** Tells whether the disk of the data folder is almost full. External services must watch their own disks. */
async function isDiskFull({ dataDir, databaseUrl, s3 }: Parameters<typeof reasonsForAttention>[0]) {
  if (databaseUrl && s3) return false;
  try {
    const { bavail, bsize } = await statfs(dataDir);
    return bavail * bsize < FREE_MIN_BYTES;
  } catch {
    // The health of the file store shows that the folder is gone.
    return false;
  }
}
