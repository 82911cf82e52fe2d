import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { copyKit } from '#tests/support/kit-copy.ts';
import { startServerProcess } from '#tests/support/server-process.ts';

const { folder, env, remove } = copyKit();
after(remove);
const data = join(folder, 'data');
// The usual umask: files are readable by everyone.
process.umask(0o022);

test('database, photos and backups are accessible only to the user who runs the server', async () => {
  const server = await start();
  try {
    execFileSync(
      process.execPath,
      ['scripts/operate/backup.ts', join(folder, 'backups', 'backup.tgz')],
      {
        cwd: folder,
        env: { ...env, DATA_DIR: data },
      },
    );
    const modes = { ...(await modesBelow('data')), ...(await modesBelow('backups')) };
    for (const name of ['data/app.db', 'data/app.db-wal', 'data/app.db-shm'])
      assert.ok(modes[name], name);
    assert.ok(modes['backups/backup.tgz']);
    assert.ok(Object.keys(modes).some((name) => /^data\/files\/.+/.test(name)));
    for (const [name, mode] of Object.entries(modes))
      assert.match(mode, /^(file 600|folder 700)$/, name);
  } finally {
    await server.stop();
  }
});

test('files with wider modes are made private at the start', async () => {
  await chmod(join(data, 'app.db'), 0o644);
  await chmod(join(data, 'files'), 0o755);
  await mkdir(join(data, 'of-somebody-else'), { mode: 0o755 });
  const server = await start();
  await server.stop();
  const modes = await modesBelow('data');
  assert.equal(modes['data/app.db'], 'file 600');
  assert.equal(modes['data/files'], 'folder 700');
  assert.equal(modes['data/of-somebody-else'], 'folder 755');
});

function start() {
  return startServerProcess(['server/testing/main.ts'], { data, cwd: folder, env });
}

async function modesBelow(name: string) {
  const modes: Record<string, string> = {};
  for (const path of [
    name,
    ...(await readdir(join(folder, name), { recursive: true })).map((below) => join(name, below)),
  ]) {
    const found = await stat(join(folder, path));
    modes[path] = `${found.isDirectory() ? 'folder' : 'file'} ${(found.mode & 0o777).toString(8)}`;
  }
  return modes;
}
