import type { Facts } from './facts.ts';
import { megabytes } from './steps.ts';

const MEGABYTE = 1_000_000;
/** What must stay free. */
const RESERVE = 50 * MEGABYTE;
/** Node and the native packages on a server, and Caddy. */
const RUNTIME = 170 * MEGABYTE;
const CADDY = 60 * MEGABYTE;
/** A backup and the restored copy of it, each as large as the data. */
const COPIES = 2;

/** Throws if a deployment needs more room on the disks of the server than is free. */
export function checkRoom(
  { forVersions, forData, dataBytes, version }: Facts,
  upload: { runtime: boolean; caddy: boolean; versionBytes: number },
) {
  const versions =
    upload.versionBytes + (upload.runtime ? RUNTIME : 0) + (upload.caddy ? CADDY : 0) + RESERVE;
  const data = (version ? COPIES * dataBytes : 0) + RESERVE;
  const isOneDisk = forVersions.device === forData.device;
  const disks = isOneDisk
    ? [{ folder: '/', needs: versions + data - RESERVE, free: forVersions.freeBytes }]
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
