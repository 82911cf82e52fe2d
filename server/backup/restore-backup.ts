import { rename } from 'node:fs/promises';
import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/database.ts';
import { openDatabase } from '#server/database/open-database.ts';
import type { ServerFeature } from '#server/feature.ts';
import { flushFolder } from '#server/files/flush-folder.ts';
import { openBlobs } from '#server/files/open-blobs.ts';
import { backUp } from './backup.ts';
import { checkRestorable } from './check-restorable.ts';
import { cleanUpInterruptedRestore, copyNames } from './interrupted-restore.ts';
import { oneLine, openArchive } from './read-archive.ts';
import { restore, STATEMENT_TIMEOUT_MS } from './restore.ts';

/**
 * Replaces all data with a backup, after saving the previous data in the data folder. The copy gets its final name in
 * the last step before the data are replaced. If this fails or is killed earlier, the next restore or start removes the
 * copy. Returns what was restored, and the copy if there were data.
 */
export async function restoreBackup(config: Config, features: ServerFeature[], file: string) {
  const { dataDir } = config;
  const archive = await openArchive(file, features);
  try {
    const postgres = { ...config.postgres, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
    // An empty database gets its tables, even if migrations are a separate step otherwise.
    const database = await openDatabase({ ...config, postgres, migratesOnStart: true }, features);
    try {
      await checkRestorable(database, archive);
      await cleanUpInterruptedRestore(dataDir, database.query);
      const blobs = await openBlobs(config);
      const copy = (await isUsed(database)) ? copyNames(dataDir) : undefined;
      if (copy) await backUp(config, blobs, features, copy.pending);
      await restore(database, blobs, archive, async () => {
        if (!copy) return;
        await rename(copy.pending, copy.final);
        await flushFolder(dataDir);
      });
      return { totals: archive.totals, copy: copy?.final };
    } catch (error) {
      // If this fails too, for example because the database is unreachable, the next restore or start does it.
      await cleanUpInterruptedRestore(dataDir, database.query).catch(() => {});
      throw new Error(oneLine((error as Error).message), { cause: error });
    } finally {
      await database.close();
    }
  } finally {
    await archive.close();
  }
}

async function isUsed({ query }: Database) {
  return (await query.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined;
}
