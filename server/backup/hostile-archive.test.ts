import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createItemWithPhoto, restoreFile, startWithBackups } from '#server/testing/backups.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { manifestOf, type PackedFile, packArchive } from '#server/testing/pack-archive.ts';
import { tablesOf } from './format.ts';
import { openArchive } from './read-archive.ts';
import type { Row } from './read-rows.ts';
import { restoreBackup } from './restore-backup.ts';

const MEGABYTE = 1024 * 1024;
const header: PackedFile = { path: 'backup.json', content: '{"format":2}' };

const { folder, server } = await startWithBackups();
const file = join(folder, 'hostile.tgz');
const outside = join(server.config.dataDir, 'outside.txt');
await writeFile(outside, 'of somebody else');
const ada = await server.signUp();
await createItemWithPhoto(ada);
const { rows: migrations } = await sql<Row>`select * from schema_migrations`.execute(server.query);
const user = (await server.everyRow('users')).find(({ id }) => id === ada.user.id);

test('a row that names a file outside the photo folder is rejected', async () => {
  const photo = { user_id: ada.user.id, content_type: 'image/png', size_bytes: 1, created_at: '' };
  for (const path of ['../outside.txt', '../../x', '/etc/passwd', '..', '', 'a/b.png', 'a\\b', 7])
    for (const [table, row] of [
      ['removed_blobs', { path }],
      ['files', { path, ...photo }],
    ] as const) {
      await packRows({ users: [user as object], [table]: [row] });
      await isRejected(`rows/${table}/000001.jsonl names a photo`);
    }
  assert.equal(await readFile(outside, 'utf8'), 'of somebody else');
});

test('a header, photo or file of rows that is too large is rejected before it is read', async () => {
  for (const [path, size] of [
    ['backup.json', 8 * 1024],
    ['files/photo.png', 65 * MEGABYTE],
    ['rows/users/000001.jsonl', 18 * MEGABYTE],
  ] as const) {
    const before = path === 'backup.json' ? [] : [header];
    // The content is missing, so reading it would cause another error.
    await packArchive(file, [...before, { path, content: '', size }], 0);
    await isRejected(`${path} has ${size} bytes, more than`);
  }
});

test('an invalid header is rejected', async () => {
  for (const content of ['', 'null', '7', '[]', '{"format":{"toString":1}}', '['.repeat(4000)]) {
    await packArchive(file, [{ path: 'backup.json', content }]);
    await isRejected(/its format is|JSON/);
  }
});

test('a manifest without line feeds is rejected at the maximum line length', async () => {
  const content = Buffer.alloc(MEGABYTE, ' ');
  await packArchive(file, [header, { path: 'manifest.jsonl', content }]);
  await isRejected('manifest.jsonl has a line that is too long');
});

test('an invalid manifest is rejected', async () => {
  for (const line of ['null', '7', '{"path":7}', '{"path":{"a":1}}', 'nonsense', '{}']) {
    await packArchive(file, [header, { path: 'manifest.jsonl', content: `${line}\n` }]);
    await isRejected(/is missing or is out of order|is not in its manifest|JSON/);
  }
});

test('data after the end of an archive is not read without limit', async () => {
  const manifest = manifestOf([header], { rows: {}, photos: 0 });
  await packArchive(file, [header, manifest], 512 * 1024);
  await (await openArchive(file, [testItemsServer])).close();
  await packArchive(file, [header, manifest], 4 * MEGABYTE);
  await isRejected('it continues after its end');
});

test('invalid rows, and rows whose columns differ from the previous ones, are rejected', async () => {
  for (const line of ['null', '7', '[]', '"x"', '{', '{"__proto__":1},'])
    await rowsAreRejected(`${line}\n`, 'contains something that is not a row');
  await rowsAreRejected('{"name":"a","value":"b"}\n{"name":"a","other":"b"}\n', 'other columns');
  const injected = JSON.stringify({ name: 'a', 'b") values (1); drop table users; --': 1 });
  await rowsAreRejected(`${injected}\n`, 'other columns');
  await rowsAreRejected('{}\n', 'other columns');
  const many = Object.fromEntries(Array.from({ length: 1601 }, (_, index) => [`c${index}`, 1]));
  await rowsAreRejected(`${JSON.stringify(many)}\n`, 'other columns');
});

test('more migrations than any database has are rejected', async () => {
  await packRows({ schema_migrations: Array.from({ length: 10_001 }, () => ({ name: 'x' })) });
  await isRejected('has more migrations than any database');
});

test('rows that the tables do not accept change nothing', async () => {
  const secret = { name: 'one', value: 'x' };
  for (const [rows, reason] of [
    [{ secrets: [{ ...secret, unknown: 1 }] }, /unknown/],
    [{ secrets: [secret, secret] }, /unique/i],
    [{ secrets: [{ name: 'one', value: null }] }, /null/i],
    [
      {
        secrets: [
          { name: 'one', value: { a: [1] } },
          { name: 'one', value: [] },
        ],
      },
      /bound|unique/,
    ],
    [{ users: [{ ...user, change_seq: 9e15 }] }, /a number that cannot be stored/],
    [{ users: [{ ...user, change_seq: '9000000000000000000' }] }, /a number that cannot be stored/],
    [{ users: [{ ...user, id: ada.user.id, email: ada.email }, user as object] }, /unique/i],
  ] as const) {
    await packRows(rows);
    await changesNothing(() => restoreFile(server, file), reason);
  }
});

test('text from an archive is shortened to one line without terminal commands in error messages', async () => {
  const path = `\u001b[2Jevil\u0007\u202e${'x'.repeat(60)}`;
  await packArchive(file, [header, { path, content: '' }]);
  await isRejected(/nothing was changed: {2}\[2Jevil x+ \(File\) is not part/);
  const line = JSON.stringify({ path: 'y'.repeat(100_000) });
  await packArchive(file, [header, { path: 'manifest.jsonl', content: `${line}\n` }]);
  await isRejected(/changed: .{500}$/);
  await packRows({ schema_migrations: [{ feature: 'kit', name: '\u001b[2J', compatible: 0 }] });
  await changesNothing(
    () => restoreBackup(server.config, [testItemsServer], file),
    /another database schema \(kit\/ \[2J,/,
  );
});

/** Packs rows of this version with a matching manifest. */
async function packRows(rowsOfTables: Record<string, readonly object[]>) {
  const tables = { schema_migrations: migrations, ...rowsOfTables };
  const files = Object.entries(tables).map(([table, rows]) => ({
    path: `rows/${table}/000001.jsonl`,
    content: rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
  }));
  const counts = Object.entries(tables).map(([table, rows]) => [table, rows.length]);
  const totals = { rows: Object.fromEntries(counts), photos: 0 };
  const all = [header, ...files];
  await packArchive(file, [...all, manifestOf(all, totals)]);
}

async function rowsAreRejected(content: string, reason: string) {
  const files = [header, { path: 'rows/secrets/000001.jsonl', content }];
  const secrets = content.split('\n').length - 1;
  await packArchive(file, [...files, manifestOf(files, { rows: { secrets }, photos: 0 })]);
  await isRejected(reason);
}

async function isRejected(reason: string | RegExp) {
  await changesNothing(() => restoreFile(server, file), reason);
}

async function changesNothing(restore: () => Promise<unknown>, reason: string | RegExp) {
  const before = await everything();
  await assert.rejects(restore, ({ message }: Error) => {
    assert.ok(
      typeof reason === 'string' ? message.includes(reason) : reason.test(message),
      message,
    );
    assert.match(message, /^\P{Cc}+$/u);
    return true;
  });
  assert.deepEqual(await everything(), before);
}

function everything() {
  return Promise.all([
    ...tablesOf([testItemsServer]).map((table) => server.everyRow(table)),
    server.count('removed_blobs'),
    server.storedFiles(),
    readdir(server.config.dataDir),
  ]);
}
