import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import type { Blobs } from '#server/files/blobs.ts';
import type { Health } from '#server/health/health.ts';
import type { Api } from '#server/http/api.ts';
import { countOutbox } from '#server/mail/outbox.ts';

export function adminRoutes(
  api: Api,
  {
    config,
    database: { engine, query },
    blobs,
    health,
  }: { config: Config; database: Database; blobs: Blobs; health: Health },
) {
  api.handle('adminStatus', async () => {
    const [{ database, fileStore }, outbox, counts] = await Promise.all([
      health.checkAll(),
      countOutbox(query),
      countContents(),
    ]);
    return {
      version: health.version,
      uptime_s: health.uptimeSeconds(),
      database: { engine, health: database },
      file_store: { kind: blobs.kind, health: fileStore },
      mail: { transport: config.smtpUrl ? ('smtp' as const) : ('mailbox' as const), ...outbox },
      counts,
    };
  });

  function countContents() {
    return query
      .selectNoFrom((select) => [
        select
          .selectFrom('users')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('users'),
        select
          .selectFrom('notes')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .as('notes'),
        select
          .selectFrom('files')
          .select(({ fn }) => fn.countAll<number>().as('n'))
          .where('removed_at', 'is', null)
          .as('photos'),
      ])
      .$narrowType<{ users: number; notes: number; photos: number }>()
      .executeTakeFirstOrThrow();
  }
}
