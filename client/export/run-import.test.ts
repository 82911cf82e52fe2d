import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { exportedItem } from '#client/testing/exports.ts';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import type { CheckedExport } from './check-export.ts';
import { batchesOf, type ImportProgress, runImport, type UncertainTry } from './run-import.ts';

beforeEach(() => void installFakeBrowser());
afterEach(() => mock.restoreAll());

const PHOTOS = 5;

/** A file with 120 items, some of them with a photo. */
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
  {
    uploaded = new Set<string>(),
    signal = new AbortController().signal,
    earlier = undefined as UncertainTry | undefined,
  } = {},
  onProgress: (progress: ImportProgress) => void = () => {},
) {
  return runImport(found, { bearer: 'token', signal, uploaded, earlier, onProgress });
}

test('items are sent in batches, then photos, then the completion', async () => {
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

test('a completion without an answer is repeated once, with a time limit each', async () => {
  const limits = mock.method(AbortSignal, 'timeout', () => new AbortController().signal);
  let completions = 0;
  fakeServer((path) =>
    path === '/api/import/complete' && completions++ === 0 ? Response.error() : undefined,
  );
  const before = limits.mock.callCount();
  assert.deepEqual(await run(checked()), { kind: 'done', added: 120, existing: 0 });
  assert.equal(completions, 2);
  assert.ok(limits.mock.callCount() >= before + 2);
});

const unanswered: [string, () => Response][] = [
  ['lost', () => Response.error()],
  ['from a proxy', () => new Response('Bad gateway', { status: 502 })],
  ['from a sign-in page', () => new Response('<h1>Welcome</h1>')],
  ['a server error', () => Response.json({ success: false, error: 'x' }, { status: 500 })],
];
for (const [name, answer] of unanswered)
  test(`after an answer that is ${name}, the result is unknown and can be requested again`, async () => {
    const paths = fakeServer((path) => (path === '/api/import/complete' ? answer() : undefined));
    const uploaded = new Set<string>();
    const outcome = await run(checked(), { uploaded });
    assert.equal(paths.filter((path) => path === '/api/import/complete').length, 2);
    mock.restoreAll();
    const again = fakeServer();
    assert.ok(outcome.kind === 'unknown');
    assert.equal((await run(checked(), { uploaded, earlier: outcome })).kind, 'done');
    assert.deepEqual(again, ['/api/import/complete']);
  });

test('if the server no longer knows the import, the result is unknown', async () => {
  const answers = [
    () => Response.error(),
    () => Response.json({ success: false, error: 'Missing.' }, { status: 409 }),
  ];
  fakeServer((path) => (path === '/api/import/complete' ? answers.shift()?.() : undefined));
  const uploaded = new Set<string>();
  const outcome = await run(checked(), { uploaded });
  assert.ok(outcome.kind === 'unknown');
  assert.equal(outcome.begun, undefined);
  assert.equal(uploaded.size, 0);

  // The file is then sent again, which may fail too.
  mock.restoreAll();
  fakeServer(() => Response.error());
  assert.equal((await run(checked(), { uploaded, earlier: outcome })).kind, 'unknown');
});

test('a completion that the server rejects adds nothing', async () => {
  for (const status of [401, 403, 409, 429]) {
    const paths = fakeServer((path) =>
      path === '/api/import/complete'
        ? Response.json({ success: false, error: 'No.' }, { status })
        : undefined,
    );
    assert.equal((await run(checked())).kind, 'failed');
    assert.equal(paths.filter((path) => path === '/api/import/complete').length, 1);
    mock.restoreAll();
  }
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
