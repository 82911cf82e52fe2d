import { sql } from 'kysely';
import type { Dependencies } from '#server/dependencies.ts';
import type { Api } from '#server/http/api.ts';
import { readOutbox } from '#server/mail/outbox.ts';
import { kit } from '#shared/endpoints.ts';
import { reasonsForAttention } from './attention.ts';

export function adminRoutes(
  api: Api,
  { config, database: { engine, query }, blobs, health, readDataFolder, features }: Dependencies,
) {
  api.handle(kit.adminStatus, async () => {
    const [checked, outbox, folder, counts] = await Promise.all([
      health.checkAll(),
      readOutbox(query),
      readDataFolder(),
      countContents(),
    ]);
    return {
      version: health.version,
      uptime_s: health.uptimeSeconds(),
      database: { engine, health: checked.database },
      file_store: { kind: blobs.kind, health: checked.fileStore },
      mail: {
        transport: config.smtpUrl ? ('smtp' as const) : ('mailbox' as const),
        queued: outbox.queued,
        failed: outbox.failed,
      },
      data_folder: {
        newest_backup_age_s: folder?.newestBackupMs ? secondsSince(folder.newestBackupMs) : null,
        free_bytes: folder?.disk?.freeBytes ?? null,
      },
      counts,
      attention: reasonsForAttention(config, checked, outbox, folder),
    };
  });

  /** Counts everything in one statement. */
  function countContents() {
    const featureCounts = features.flatMap(({ counts }) => Object.entries(counts));
    return query
      .selectNoFrom((select) => [
        select
          .selectFrom('users')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('users'),
        select
          .selectFrom('files')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('removed_at', 'is', null)
          .as('photos'),
        ...featureCounts.map(([name, table]) =>
          select
            .selectFrom('row_counts')
            .select(({ fn }) => fn.coalesce(fn.sum<number>('count'), sql.lit(0)).as('n'))
            .where('table_name', '=', table)
            .as(name),
        ),
      ])
      .$castTo<{ users: number; photos: number } & Record<string, number>>()
      .executeTakeFirstOrThrow();
  }
}

const secondsSince = (timeMs: number) => Math.max(0, (Date.now() - timeMs) / 1000);
