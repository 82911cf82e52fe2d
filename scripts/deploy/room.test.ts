import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFacts } from './facts.ts';
import { checkRoom } from './room.ts';

const GIGABYTE_IN_KILOBYTES = 1_000_000;
const upload = { runtime: true, caddy: true, versionBytes: 20_000_000, isRehearsed: false };

const facts = (lines: string[]) => parseFacts(['architecture=x86_64', ...lines].join('\n'));

test('a server without enough room gets nothing', () => {
  const full = facts(['free_for_versions=0 /dev/a', 'free_for_data=0 /dev/a', 'data=0']);
  assert.throws(() => checkRoom(full, upload), {
    message:
      'The disk of /opt/app and /var/lib/app has 0 MB free, and this deployment needs 300 MB. Nothing was changed.',
  });
});

test('the copies of the data for a rehearsal need room on their disk', () => {
  const lines = [
    `free_for_versions=${GIGABYTE_IN_KILOBYTES} /dev/a`,
    'free_for_data=500000 /dev/b',
    'data=400000',
  ];
  const known = { ...upload, runtime: false, caddy: false, isRehearsed: true };
  checkRoom(facts(lines), { ...known, isRehearsed: false });
  assert.throws(
    () => checkRoom(facts(lines), known),
    /^Error: The disk of \/var\/lib\/app has 512 MB free, and this deployment needs 870 MB/,
  );
  // Rows of PostgreSQL and photos in S3 are only in the backup.
  const backup = 'backup=1790000000 600000000 /var/lib/app/backups/1.tgz';
  assert.throws(() => checkRoom(facts([...lines, 'data=1000', backup]), known), /needs 1250 MB/);
});
