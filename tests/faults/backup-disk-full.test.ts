import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { cannotMount } from '#tests/support/cannot-mount.ts';
import { startServerProcess } from '#tests/support/server-process.ts';

test('a backup to a full disk fails with one line and keeps the older backup', {
  skip: cannotMount(),
}, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'backup-disk-full-'));
  const [data, disk] = [join(folder, 'data'), join(folder, 'disk')];
  await mkdir(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
  const server = await startServerProcess(['server/main.ts'], { data });
  t.after(async () => {
    await server.stop();
    execFileSync('umount', [disk]);
    await rm(folder, { recursive: true });
  });

  await addRowLargerThanTheDisk(data);
  const file = join(disk, 'backup.tgz');
  await writeFile(file, 'the older backup');
  const { status, stderr } = spawnSync(process.execPath, ['scripts/operate/backup.ts', file], {
    env: { ...process.env, DATA_DIR: data, DATABASE_URL: '', NODE_ENV: '' },
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(stderr, /^ENOSPC: no space left on device[^\n]*\n$/);
  assert.equal(await readFile(file, 'utf8'), 'the older backup');
  assert.deepEqual(await readdir(disk), ['backup.tgz']);
});

async function addRowLargerThanTheDisk(dataDir: string) {
  const database = await openDatabase(readConfig({ DATA_DIR: dataDir }), []);
  const value = randomBytes(2 * 1024 * 1024).toString('hex');
  await database.query.insertInto('secrets').values({ name: 'large', value }).execute();
  await database.close();
}
