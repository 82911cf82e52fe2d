import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

export type DataFolder = Awaited<ReturnType<typeof readDataFolder>>;

/** The file whose time is the time of the last failure. deploy/systemd/app-backup-failed@.service writes it. */
export const BACKUP_FAILURE = 'backup-failed';

/** Reads the age of the backups and the size of the disk. What cannot be read is undefined. */
export async function readDataFolder(dataDir: string) {
  const [folder, disk, newestBackupMs, failure] = await Promise.all([
    stat(dataDir).catch(() => undefined),
    statfs(dataDir).catch(() => undefined),
    findNewestBackup(dataDir),
    stat(join(dataDir, BACKUP_FAILURE)).catch(() => undefined),
  ]);
  return {
    createdMs: folder?.birthtimeMs,
    disk: disk && { freeBytes: disk.bavail * disk.bsize, sizeBytes: disk.blocks * disk.bsize },
    newestBackupMs,
    lastFailureMs: failure?.mtimeMs,
  };
}

/** Returns when the newest complete backup in the data folder was written, or undefined if there is none. */
export async function findNewestBackup(dataDir: string) {
  const folder = join(dataDir, 'backups');
  const names = await readdir(folder).catch(() => []);
  const backups = await Promise.all(
    // An incomplete one is in a folder `….tgz.part`.
    names
      .filter((name) => name.endsWith('.tgz'))
      .map((name) => stat(join(folder, name)).catch(() => undefined)),
  );
  const times = backups.flatMap((backup) => backup?.mtimeMs ?? []);
  return times.length > 0 ? Math.max(...times) : undefined;
}
