import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';
import type { Blobs } from '#server/files/blobs.ts';
import packageJson from '../../package.json' with { type: 'json' };

export type Health = ReturnType<typeof createHealth>;

export function createHealth({ query }: Database, blobs: Blobs) {
  return {
    version: packageJson.version,
    uptimeSeconds: () => Math.floor(process.uptime()),
    async checkAll() {
      const [database, fileStore] = await Promise.all([
        outcome(sql`select 1`.execute(query)),
        outcome(blobs.check()),
      ]);
      return { database, fileStore };
    },
  };
}

const outcome = (check: Promise<unknown>) =>
  check.then(
    () => 'ok' as const,
    () => 'failing' as const,
  );
