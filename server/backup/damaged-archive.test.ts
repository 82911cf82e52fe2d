import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { create, extract, list } from 'tar';
import { createItemWithPhoto, startWithBackups } from '#server/testing/backups.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { backUp } from './backup.ts';
import { tablesOf } from './format.ts';
import { openArchive } from './read-archive.ts';
import { restore } from './restore.ts';
import { writeArchive } from './write-archive.ts';

const tables = tablesOf([testItemsServer]);
const { folder, server, blobs } = await startWithBackups();
const whole = join(folder, 'whole.tgz');
const { photo_path } = await createItemWithPhoto(await server.signUp());
const photo = `files/${photo_path}`;
await backUp(server.config, blobs, [testItemsServer], whole);
const paths = await pathsIn(whole);

test('an archive that was unpacked and packed again is accepted', async () => {
  const archive = await openArchive(await repacked(async () => paths), [testItemsServer]);
  assert.equal(archive.totals.photos, 1);
  assert.equal(archive.totals.rows.items, 1);
  await archive.close();
});

test('a changed photo is detected', () =>
  isRejected(`${photo} is not what was backed up`, (unpacked) =>
    alter(join(unpacked, photo), (bytes) => bytes.fill(7, 20, 21)),
  ));

test('a changed row is detected', () =>
  isRejected('rows/users/000001.jsonl is not what was backed up', (unpacked) =>
    alter(join(unpacked, 'rows/users/000001.jsonl'), (bytes) =>
      Buffer.from(bytes.toString().replace('"user"', '"admin"')),
    ),
  ));

test('a missing photo is detected', () =>
  isRejected(`${photo} is missing`, async () => paths.filter((path) => path !== photo)));

test('missing rows are detected, even in the last file before the manifest', async () => {
  for (const path of paths.filter((path) => path.startsWith('rows/')))
    await isRejected(`${path} is missing`, async () => paths.filter((other) => other !== path));
});

test('an additional photo is detected', () =>
  isRejected(/files\/extra\.jpg|is missing/, async (unpacked) => {
    await cp(join(unpacked, photo), join(unpacked, 'files/extra.jpg'));
    return paths.toSpliced(2, 0, 'files/extra.jpg');
  }));

test('an additional file at the end is detected', () =>
  isRejected('999999.jsonl is not in its manifest', async (unpacked) => {
    const extra = 'rows/users/999999.jsonl';
    await writeFile(join(unpacked, extra), '{}\n');
    return [...paths.slice(0, -1), extra, 'manifest.jsonl'];
  }));

test('anything after the manifest is detected', () =>
  isRejected(`${photo} (File) is not part`, async () => [...paths, photo]));

test('a duplicate file is detected', () =>
  isRejected(/is missing|is not in its manifest/, async () => paths.toSpliced(2, 0, photo)));

test('unknown names, paths outside the folder, links and folders in an archive are rejected', async () => {
  await isRejected('readme.txt (File) is not part of the backup format', async (unpacked) => {
    await writeFile(join(unpacked, 'readme.txt'), 'x');
    return paths.toSpliced(1, 0, 'readme.txt');
  });
  await isRejected(
    'rows of the table of_a_later_version, whose feature is not registered. The version that made it can restore it',
    async (unpacked) => {
      await cp(join(unpacked, 'rows/users'), join(unpacked, 'rows/of_a_later_version'), {
        recursive: true,
      });
      return paths.toSpliced(1, 0, 'rows/of_a_later_version/000001.jsonl');
    },
  );
  await isRejected('(SymbolicLink) is not part of the backup format', async (unpacked) => {
    await rm(join(unpacked, photo));
    await symlink('/etc/passwd', join(unpacked, photo));
  });
  await isRejected('(Directory) is not part of the backup format', async () =>
    paths.toSpliced(1, 0, 'files'),
  );
  for (const path of ['../outside.jpg', 'files/../../outside.jpg'])
    await isRejected('outside.jpg (File) is not part of the backup format', async (unpacked) => {
      await writeFile(join(unpacked, '../outside.jpg'), 'x');
      return paths.toSpliced(1, 0, path);
    });
});

test('a truncated archive is rejected, wherever it ends', async () => {
  const { length } = await readFile(whole);
  for (let left = length - 1; left >= 0; left -= 61) {
    const file = join(folder, 'cut.tgz');
    await cp(whole, file);
    await truncate(file, left);
    await changesNothing(file, 'it is truncated');
  }
  await isRejected('its manifest is missing', async () => paths.slice(0, -1));
});

test('damaged bytes of the archive are detected', async () => {
  const file = join(folder, 'damaged.tgz');
  const bytes = await readFile(whole);
  const middle = Math.round(bytes.length / 2);
  bytes.fill(0, middle, middle + 50);
  await writeFile(file, bytes);
  await changesNothing(file, /is damaged|is not what was backed up|is not a tar archive/);
});

test('backups of an older format, other archives, other files and missing files are rejected', async () => {
  await isRejected('it does not start with backup.json', async () => ['.']);
  await isRejected('its format is 3, but this version reads format 2', (unpacked) =>
    writeFile(join(unpacked, 'backup.json'), '{"format":3}'),
  );
  const text = join(folder, 'text.tgz');
  await writeFile(text, 'This is no archive. '.repeat(100));
  await changesNothing(text, 'it is damaged or no .tgz');
  await changesNothing(join(folder, 'nothing.tgz'), 'ENOENT');
});

test('a stored photo is never replaced by other bytes', async () => {
  const stored = await blobs.get(photo_path);
  assert.ok(stored);
  await blobs.put(photo_path, Buffer.from([1, 2, 3]));
  const archive = await openArchive(whole, [testItemsServer]);
  try {
    const before = await everything();
    await assert.rejects(restore(server.running.database, blobs, archive), {
      message: `The photo ${photo_path} of the backup differs from the stored one. Nothing was replaced.`,
    });
    assert.deepEqual(await blobs.get(photo_path), Buffer.from([1, 2, 3]));
    assert.deepEqual(await everything(), before);
  } finally {
    await archive.close();
    await blobs.put(photo_path, stored);
  }
});

test('a photo after the rows is rejected', async () => {
  const file = join(folder, 'order.tgz');
  await writeArchive(file, async (archive) => {
    await archive.addRows('secrets', [{ name: 'new', value: 'x' }]);
    await archive.addPhoto('late.jpg', Buffer.from([1]));
    return {};
  });
  await assert.rejects(
    openArchive(file, [testItemsServer]),
    /files\/late\.jpg .* is not part of the backup format/,
  );
});

/** Damages an unpacked backup and packs it again. `damage` may return the paths to pack. */
async function repacked(damage: (unpacked: string) => Promise<unknown>) {
  const unpacked = await mkdtemp(join(folder, 'unpacked-'));
  await extract({ file: whole, cwd: unpacked });
  const changedPaths = await damage(unpacked);
  const toPack = Array.isArray(changedPaths) ? changedPaths : paths;
  const file = join(folder, 'repacked.tgz');
  await create(
    { file, cwd: unpacked, gzip: true, portable: true, preservePaths: true, noDirRecurse: true },
    toPack,
  );
  return file;
}

async function isRejected(reason: string | RegExp, damage: (unpacked: string) => Promise<unknown>) {
  await changesNothing(await repacked(damage), reason);
}

async function changesNothing(file: string, reason: string | RegExp) {
  const before = await everything();
  await assert.rejects(openArchive(file, [testItemsServer]), ({ message }: Error) => {
    assert.ok(
      typeof reason === 'string' ? message.includes(reason) : reason.test(message),
      message,
    );
    assert.match(message, /cannot be restored, and nothing was changed: [^\n]+$/);
    return true;
  });
  assert.deepEqual(await everything(), before);
}

function everything() {
  return Promise.all([...tables.map((table) => server.everyRow(table)), server.storedFiles()]);
}

async function alter(file: string, change: (bytes: Buffer) => Uint8Array) {
  await writeFile(file, change(await readFile(file)));
}

async function pathsIn(file: string) {
  const found: string[] = [];
  await list({ file, onReadEntry: ({ path }) => void found.push(path) });
  return found;
}
