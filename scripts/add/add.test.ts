import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { promisify } from 'node:util';

test('a dry run lists the files and prints the singular of the name', async () => {
  const printed = await dryRun('order-statuses', 'title:text');
  assert.match(printed, /^Would write:\n {2}features\/order-statuses\/contract\.ts\n/);
  assert.match(printed, /^Would change:\n {2}features\/contract\.ts\n {2}features\/server\.ts\n/m);
  assert.match(printed, /^A single item is called "order status" \(--one changes it\)\.$/m);
  assert.doesNotMatch(printed, /What to do next/);
  assert.ok(!existsSync('features/order-statuses'));
});

test('a dry run uses the name that --one gives', async () => {
  const printed = await dryRun('tv-series', 'title:text', '--one', 'show');
  assert.match(printed, /^A single item is called "show"/m);
});

test('a reference to an unknown kind and an unknown icon are refused in one line', async () => {
  for (const [word, flags, line] of [
    ['plant:ref(nothings)', [], /^plant refers to nothings, which .+\n$/],
    ['plant:text', ['--icon', 'qqq'], /^There is no icon qqq: .+\n$/],
  ] as const)
    await assert.rejects(dryRun('tests', 'title:text', word, ...flags), ({ stderr }) => {
      assert.match(stderr, line);
      return true;
    });
});

async function dryRun(...words: string[]) {
  const args = ['scripts/add/add.ts', ...words, '--dry-run'];
  return (await promisify(execFile)(process.execPath, args)).stdout;
}
