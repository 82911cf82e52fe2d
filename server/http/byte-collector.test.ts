import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createByteCollector } from './byte-collector.ts';

test('collected bytes are unchanged, whatever the sizes of the chunks', () => {
  const chunks = [0, 1, 1023, 1, 1024, 5, 70_000, 1, 300_000, 0, 2].map((size) =>
    randomBytes(size),
  );
  const collector = createByteCollector();
  assert.deepEqual(collector.bytes(), Buffer.alloc(0));
  for (const chunk of chunks) collector.add(chunk);
  assert.deepEqual(collector.bytes(), Buffer.concat(chunks));
});

test('a million chunks of one byte need memory in proportion to their bytes', () => {
  const collector = createByteCollector();
  const before = process.memoryUsage().heapUsed;
  for (let count = 0; count < 1_000_000; count++) collector.add(Buffer.from('x'));
  assert.ok(process.memoryUsage().heapUsed - before < 50e6);
  assert.deepEqual(collector.bytes(), Buffer.alloc(1_000_000, 'x'));
});
