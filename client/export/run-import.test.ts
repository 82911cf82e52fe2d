import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { exportedItem } from '#client/testing/exports.ts';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import type { CheckedExport } from './check-export.ts';
import { batchesOf, type ImportProgress, runImport } from './run-import.ts';

beforeEach(() => void installFakeBrowser());
afterEach(() => mock.restoreAll());

const PHOTOS = 5;

/** A file with 120 items, some of which have a photo. */
function checked(): CheckedExport {
  const items = Array.from({ length: 120 }, (_, number) =>
    exportedItem(number, { text: 'x', photo_path: number < PHOTOS ? `${number}.jpg` : null }),
  );
  const photos = items.slice(0, PHOTOS).map(({ photo_path }) => photo_path ?? '');
  return {
    items: new Map([['tasks', items]]),
    itemCount: items.length,
    photos: new Map(photos.map((path) => [path, async () => new Blob([path])])),
  };
}

/** Answers requests as the server does. Returns their paths; `respond` may answer differently. */
function fakeServer(respond: (path: string) => Response | undefined = () => undefined) {
  const paths: string[] = [];
  mock.method(globalThis, 'fetch', async (address: string, { body, signal }: RequestInit) => {
    signal?.throwIfAborted();
    paths.push(address);
    const other = respond(address);
    if (other) return other;
    if (address === '/api/import/complete') return Response.json({ success: true, added: 120 });
    if (address.startsWith('/api/upload')) return Response.json({ success: true, filePath: 'x' });
    const { items } = JSON.parse(String(body)) as { items: { photo_path: string | null }[] };
    const photos = items.flatMap(({ photo_path }) =>
      photo_path ? { photo_path, upload_id: `upload-${photo_path}` } : [],
    );
    return Response.json({ success: true, photos });
  });
  return paths;
}

function run(
  found: CheckedExport,
  { uploaded = new Set<string>(), signal = new AbortController().signal } = {},
  onProgress: (progress: ImportProgress) => void = () => {},
) {
  return runImport(found, { bearer: 'token', signal, uploaded, onProgress });
}

test('items are sent in batches, then photos, then the end', async () => {
  const paths = fakeServer();
  const stages: string[] = [];
  const outcome = await run(checked(), {}, ({ stage, done, total }) =>
    stages.push(`${stage} ${done}/${total}`),
  );
  assert.deepEqual(outcome, { kind: 'done', added: 120, existing: 0 });
  assert.deepEqual(paths.slice(0, 3), ['/api/import', '/api/import', '/api/import']);
  assert.equal(paths.filter((path) => path.startsWith('/api/upload?id=upload-')).length, PHOTOS);
  assert.equal(paths.at(-1), '/api/import/complete');
  assert.equal(stages[0], 'sending 0/120');
  assert.ok(stages.includes('uploading 5/5'));
  assert.equal(stages.at(-1), 'finishing 1/1');
});

test('after a failed upload nothing is completed, and trying again sends only the missing photos', async () => {
  const uploaded = new Set<string>();
  const paths = fakeServer((path) => (path.includes('upload-3') ? Response.error() : undefined));
  const failed = await run(checked(), { uploaded });
  assert.equal(failed.kind === 'failed' && failed.progress.stage, 'uploading');
  assert.equal(failed.kind === 'failed' && failed.error.success, false);
  assert.ok(!paths.includes('/api/import/complete'));
  assert.ok(uploaded.size > 0 && !uploaded.has('3.jpg'));
  const sentBefore = uploaded.size;
  mock.restoreAll();
  const again = fakeServer();
  assert.equal((await run(checked(), { uploaded })).kind, 'done');
  assert.equal(again.filter((path) => path.startsWith('/api/upload')).length, PHOTOS - sentBefore);
});

test('a batch that the server rejects ends the import with its message', async () => {
  const error = 'This import exceeds the limit.';
  fakeServer(() => Response.json({ success: false, error }, { status: 403 }));
  const outcome = await run(checked());
  assert.equal(outcome.kind === 'failed' && outcome.error.error, error);
});

test('a cancelled import sends nothing more', async () => {
  const work = new AbortController();
  const paths = fakeServer((path) => {
    if (path.startsWith('/api/upload')) work.abort();
    return undefined;
  });
  await assert.rejects(run(checked(), { signal: work.signal }), { name: 'AbortError' });
  assert.ok(!paths.includes('/api/import/complete'));
});

test('a batch is never larger than the server accepts', () => {
  const items = Array.from({ length: 30 }, (_, number) =>
    exportedItem(number, { text: '東'.repeat(1000) }),
  );
  const batches = [...batchesOf(items)];
  assert.equal(batches.flat().length, 30);
  for (const batch of batches)
    assert.ok(Buffer.byteLength(JSON.stringify(batch)) < 50_000, `${batch.length} items`);
});
