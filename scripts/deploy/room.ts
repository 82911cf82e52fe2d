import type { Facts } from './facts.ts';
import { MEGABYTE, megabytes } from './steps.ts';

/** What must stay free. */
const RESERVE = 50 * MEGABYTE;
/** Node and the native packages on a server, and Caddy. */
const RUNTIME = 170 * MEGABYTE;
const CADDY = 60 * MEGABYTE;

/** Throws if a deployment needs more room on the disks of the server than is free. */
export function checkRoom(
  { forVersions, forData, dataBytes, newestBackup }: Facts,
  upload: { runtime: boolean; caddy: boolean; versionBytes: number; isRehearsed: boolean },
) {
  const versions =
    upload.versionBytes + (upload.runtime ? RUNTIME : 0) + (upload.caddy ? CADDY : 0) + RESERVE;
  // Rows of PostgreSQL and photos in S3 are not on the disk, but in a backup and in the copy that is restored from it.
  const backup = Math.max(dataBytes, newestBackup?.bytes ?? 0);
  const data = (upload.isRehearsed ? 2 * backup : 0) + RESERVE;
  const isOneDisk = forVersions.device === forData.device;
  const disks = isOneDisk
    ? [
        {
          folder: '/opt/app and /var/lib/app',
          needs: versions + data - RESERVE,
          free: forVersions.freeBytes,
        },
      ]
    : [
        { folder: '/opt/app', needs: versions, free: forVersions.freeBytes },
        { folder: '/var/lib/app', needs: data, free: forData.freeBytes },
      ];
  for (const { folder, needs, free } of disks)
    if (free < needs)
      throw new Error(
        `The disk of ${folder} has ${megabytes(free)} free, and this deployment needs ${megabytes(needs)}. Nothing was changed.`,
      );
}
