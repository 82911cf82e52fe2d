import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { cannotMount } from '#tests/support/cannot-mount.ts';
import { lacksPrograms } from '#tests/support/find-program.ts';
import type { RestartableServer } from './restartable-server.ts';

const SIZE_BYTES = 512 * 1024 * 1024;

/** Returns why a test with a separate disk cannot run here, or false if it can. */
export const cannotUseLoopDisk = (...programs: string[]) =>
  cannotMount() || lacksPrograms('mkfs.ext4', 'xfs_io', ...programs);

/** Mounts a separate ext4 file system whose power can be cut. */
export async function mountLoopDisk(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'loop-disk-'));
  const [image, mountPoint] = [join(folder, 'image'), join(folder, 'disk')];
  await mkdir(mountPoint);
  await writeFile(image, '');
  await truncate(image, SIZE_BYTES);
  execFileSync('mkfs.ext4', ['-q', image]);
  mount();
  t.after(async () => {
    // Unmounts lazily, because the server may still be ending.
    execFileSync('umount', ['-l', mountPoint]);
    await rm(folder, { recursive: true });
  });

  return {
    dataDir: join(mountPoint, 'data'),

    /** Stops the server and the disk, and mounts the disk again. Data that was not synchronised is lost. */
    async cutPower(server: RestartableServer) {
      server.freeze();
      execFileSync('xfs_io', ['-x', '-c', 'shutdown', mountPoint]);
      await server.kill();
      execFileSync('umount', [mountPoint]);
      mount();
    },
  };

  function mount() {
    execFileSync('mount', ['-o', 'loop', image, mountPoint]);
  }
}
