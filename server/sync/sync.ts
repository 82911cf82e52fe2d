import type { Sessions } from '#server/auth/sessions.ts';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import type { Log } from '#server/log/log.ts';
import { createAnnouncements } from './announcements.ts';
import { createChanges } from './changes.ts';
import type { SyncedTable } from './read-changes.ts';
import { createStreams } from './streams.ts';

/** Connects changes of synced rows to the streams that announce them, here and in other processes. */
export async function startSync({
  config,
  database,
  sessions,
  synced,
  log,
}: {
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>;
  database: Database;
  sessions: Sessions;
  synced: SyncedTable[];
  log: Log;
}) {
  const announcements = createAnnouncements(async (latest) => {
    for (const [userId, seq] of latest) streams.announce(userId, seq);
    await notifications?.send(latest);
  });
  const changes = createChanges({ database, synced, announce: announcements.add });
  const streams = createStreams({
    findLatest: changes.latest,
    isSessionValid: async (token) => (await sessions.find(token)) !== undefined,
  });
  const url = config.databaseUrl && (config.databaseDirectUrl ?? config.databaseUrl);
  const notifications = url
    ? (await import('./postgres-notifications.ts')).startNotifications({
        url,
        query: database.query,
        log,
        userIds: streams.userIds,
        onChange: streams.announce,
      })
    : undefined;

  return {
    changes,
    streams,
    async stop() {
      streams.close();
      await announcements.stop();
      await notifications?.stop();
    },
  };
}
