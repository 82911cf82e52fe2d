import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { backUp } from '#server/backup/backup.ts';
import { readConfig } from '#server/config.ts';
import { openBlobs } from '#server/files/open-blobs.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { cannotMount } from '#tests/support/cannot-mount.ts';
import { startMonitoredServer } from '../monitored-server.ts';
import { mountSmallDisk } from '../small-disk.ts';
import type { Cause } from './cause.ts';

const DISK_MB = 64;
const MOST_OF_DISK = Buffer.alloc(60 * 1024 * 1024);
const WHOLE_DISK = Buffer.alloc(DISK_MB * 1024 * 1024);
const TWO_DAYS_S = 2 * 24 * 60 * 60;

/** What happens to the disk of the data folder and to the backups on it. */
export const diskCauses: Cause[] = [
  {
    alert: 'DiskFillingUp',
    when: 'the disk of the data folder is almost full',
    skip: cannotMount(),
    async prepare(t) {
      const { prometheus, file } = await startOnSmallDisk(t);
      return { prometheus, bringAbout: () => writeFile(file, MOST_OF_DISK), end: () => rm(file) };
    },
  },
  {
    alert: 'BackupFailed',
    when: 'the disk is full during a backup',
    skip: cannotMount(),
    async prepare(t) {
      const { prometheus, file, runBackup } = await startOnSmallDisk(t);
      return {
        prometheus,
        async bringAbout() {
          await writeFile(file, WHOLE_DISK).catch(() => {});
          await runBackup();
        },
        async end() {
          await rm(file);
          await runBackup();
        },
      };
    },
  },
  {
    alert: 'BackupTooOld',
    when: 'no backup has run for two days',
    skip: cannotMount(),
    async prepare(t) {
      const { prometheus, runBackup, backup } = await startOnSmallDisk(t);
      return {
        prometheus,
        async bringAbout() {
          const time = Date.now() / 1000 - TWO_DAYS_S;
          await utimes(backup, time, time);
        },
        end: runBackup,
      };
    },
  },
];

/** Starts a server whose data folder is on a small disk and contains a backup. */
async function startOnSmallDisk(t: TestContext) {
  const disk = await mountSmallDisk(t, DISK_MB);
  const dataDir = join(disk, 'data');
  const backup = join(dataDir, 'backups', '1.tgz');
  const { env, prometheus } = await startMonitoredServer(t, { DATA_DIR: dataDir });
  await mkdir(join(dataDir, 'backups'));
  await runBackup();
  return { prometheus, file: join(disk, 'file'), backup, runBackup };

  /** Does what the services do: writes a backup, and records it if that fails. */
  async function runBackup() {
    const config = readConfig(env);
    try {
      await backUp(config, await openBlobs(config), [testItemsServer], backup);
    } catch {
      const unit = readFileSync('deploy/systemd/app-backup-failed@.service', 'utf8');
      for (const [, command = ''] of unit.matchAll(/^ExecStart=(.*)$/gm))
        execFileSync('sh', ['-c', command.replaceAll('/var/lib/app', dataDir)]);
    }
  }
}
