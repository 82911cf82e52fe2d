import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatBackupAge, formatBytes, formatFailed, formatQueue, formatUptime } from './format.ts';

test('a duration has its two largest units', () => {
  assert.equal(formatUptime(0.4), '0 s');
  assert.equal(formatUptime(59.9), '59 s');
  assert.equal(formatUptime(725), '12 min 5 s');
  assert.equal(formatUptime(3600), '1 h 0 min');
  assert.equal(formatUptime(3 * 86_400 + 4 * 3600 + 59), '3 d 4 h');
});

test('a count of zero is shown as a word', () => {
  assert.deepEqual([formatQueue(0), formatQueue(1200)], ['Empty', '1,200 waiting']);
  assert.deepEqual([formatFailed(0), formatFailed(1200)], ['None', '1,200']);
});

test('a backup has its age, if there is one', () => {
  assert.deepEqual([formatBackupAge(null), formatBackupAge(725)], ['None', '12 min 5 s ago']);
});

test('a size has the unit that makes it short', () => {
  assert.deepEqual([0, 1500, 2_340_000, 5e9].map(formatBytes), [
    '0 KB',
    '1.5 KB',
    '2.3 MB',
    '5 GB',
  ]);
});
