import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { startTestServer } from '#server/testing/harness.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { sendRawRequest } from '#server/testing/raw-http.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages, fieldMessages } from '#shared/messages.ts';

const server = await startTestServer();
after(server.stop);
const ada = await server.signUp();
const bob = await server.signUp();

test('the owner gets the bytes, with ETag, private no-cache and nosniff', async () => {
  const path = await upload();
  const { headers, ok } = await ada.send(kit.readFile, { params: { path } });
  assert.ok(ok);
  assert.equal(headers.get('content-type'), 'image/jpeg');
  assert.equal(headers.get('cache-control'), 'private, no-cache');
  assert.equal(headers.get('x-content-type-options'), 'nosniff');
  assert.match(headers.get('etag') ?? '', /^"[^"]+"$/);
  assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
});

test('an unchanged photo gets 304 without a body, for each width separately', async () => {
  const path = await upload();
  const tags = new Set<string>();
  for (const query of queries({}, { w: '320' }, { w: '640' })) {
    const first = await ada.send(kit.readFile, { params: { path }, query });
    const etag = first.headers.get('etag') ?? '';
    tags.add(etag);
    const again = await ada.send(kit.readFile, {
      params: { path },
      query,
      headers: { 'If-None-Match': etag },
    });
    assert.equal(again.status, 304);
    assert.equal(again.headers.get('etag'), etag);
    assert.equal(again.headers.get('cache-control'), 'private, no-cache');
    assert.equal(again.ok && again.body.length, 0);
    const changed = await ada.send(kit.readFile, {
      params: { path },
      query,
      headers: { 'If-None-Match': '"another"' },
    });
    assert.equal(changed.status, 200);
  }
  assert.equal(tags.size, 3);
});

test('widths of 320, 640 and 1280 are WebP and never larger than the photo', async () => {
  const path = await upload(1000, 500);
  const widths = { 320: 320, 640: 640, 1280: 1000 };
  for (const [w, expected] of Object.entries(widths)) {
    const outcome = await ada.send(kit.readFile, { params: { path }, query: { w } });
    assert.ok(outcome.ok);
    assert.equal(outcome.headers.get('content-type'), 'image/webp');
    const { width, height, format } = await sharp(outcome.body).metadata();
    assert.deepEqual([width, height, format], [expected, expected / 2, 'webp']);
  }
});

test('a resized photo is created once, also for concurrent requests', async () => {
  const path = await upload(1000, 500);
  const ask = () => ada.call(kit.readFile, { params: { path }, query: { w: '640' } });
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, ask));
  for (const other of others) assert.deepEqual(other, first);
  const stored = (await server.storedFiles()).filter((name) => name.startsWith(path));
  assert.deepEqual(stored, [path, `${path}@640.webp`]);
  assert.deepEqual(await ask(), first);
});

test('other widths get 400', async () => {
  const path = await upload();
  for (const w of ['', '0', '321', '99999', '320px', '-320', '3.2e2'])
    for (const endpoint of [kit.readFile, kit.signFile]) {
      const { status, error } = await ada.error(endpoint, { params: { path }, query: { w } });
      assert.deepEqual([status, error], [400, apiMessages.photoWidthUnknown]);
    }
});

test('nobody else can read, sign or delete a photo: requests without a session get 401, other users 404', async () => {
  const path = await upload();
  for (const endpoint of [kit.readFile, kit.signFile, kit.deleteFile]) {
    assert.equal((await server.error(endpoint, { params: { path } })).status, 401);
    const his = await bob.error(endpoint, { params: { path } });
    const missing = await bob.error(endpoint, { params: { path: `${'x'.repeat(43)}.png` } });
    assert.deepEqual([his.status, his.error], [404, 'Not found.']);
    assert.deepEqual([missing.status, missing.error], [his.status, his.error]);
  }
  const etag = { 'If-None-Match': `"${path}"` };
  assert.equal((await bob.error(kit.readFile, { params: { path }, headers: etag })).status, 404);
  await ada.call(kit.readFile, { params: { path } });
});

test('a signed URL returns the photo without a session, in the signed width', async () => {
  const path = await upload(1000, 500);
  for (const query of queries({}, { w: '320' })) {
    const { url } = await ada.call(kit.signFile, { params: { path }, query });
    assert.ok(url.startsWith(`/api/file/signed/${path}?`));
    const response = await fetch(server.url + url);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    const { width } = await sharp(await response.arrayBuffer()).metadata();
    assert.equal(width, query.w ? 320 : 1000);
  }
});

test('a changed signed URL is rejected', async () => {
  const path = await upload();
  const other = await upload();
  const { url } = await ada.call(kit.signFile, { params: { path } });
  const search = new URLSearchParams(url.split('?')[1]);
  const { expires = '', signature = '' } = Object.fromEntries(search);
  const attempts = [
    { path: other, query: { expires, signature } },
    { path, query: { expires: String(Number(expires) + 1), signature } },
    { path, query: { expires: `${expires} `, signature } },
    {
      path,
      query: { expires, signature: signature.replace(/^./, (x) => (x === 'A' ? 'B' : 'A')) },
    },
    { path, query: { expires, signature: '' } },
    { path, query: { expires, signature: `${signature}x` } },
    { path: `${path}@320.webp`, query: { expires, signature } },
  ];
  for (const { path, query } of attempts) {
    const failed = await server.error(kit.readSignedFile, { params: { path }, query });
    assert.deepEqual([failed.status, failed.error], [404, 'Not found.']);
  }
  const bare = await server.error(kit.readSignedFile, { params: { path } });
  assert.deepEqual([bare.status, bare.error], [400, fieldMessages.signatureRequired]);
});

test('a signed URL is valid for 5 minutes', async (t) => {
  const path = await upload();
  const { url } = await ada.call(kit.signFile, { params: { path } });
  const statusAfter = async (minutes: number) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() + minutes * 60_000 });
    const { status } = await sendRawRequest(server.port, url);
    t.mock.timers.reset();
    return status;
  };
  assert.equal(await statusAfter(4.9), 200);
  assert.equal(await statusAfter(5.1), 404);
  // As if it had been signed while the clock was ahead.
  assert.equal(await statusAfter(-4.9), 200);
  assert.equal(await statusAfter(-5.1), 404);
});

test('after its key was deleted and a restart, a signed URL is invalid and new ones work', async () => {
  const path = await upload();
  const { url } = await ada.call(kit.signFile, { params: { path } });
  await server.query.deleteFrom('secrets').where('name', '=', 'file-signature').execute();
  await server.restart();
  assert.equal((await sendRawRequest(server.port, url)).status, 404);
  const renewed = await ada.call(kit.signFile, { params: { path } });
  assert.equal((await sendRawRequest(server.port, renewed.url)).status, 200);
});

test('a signed URL of a deleted photo gets 404', async () => {
  const path = await upload();
  const { url } = await ada.call(kit.signFile, { params: { path } });
  await ada.call(kit.deleteFile, { params: { path } });
  assert.equal((await fetch(server.url + url)).status, 404);
});

const hostilePaths = [
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%252e%252e%252fetc%252fpasswd',
  '..\\..\\etc\\passwd',
  '..%5c..%5capp.db',
  '%2fetc%2fpasswd',
  '/etc/passwd',
  '//etc/passwd',
  '%00',
  'photo%00.png',
  '%ff%fe',
  '%c0%ae%c0%ae%c0%af',
  '%',
  '.',
  '..',
  '%2e%2e',
  'C:%5cWindows%5cwin.ini',
  `${'x'.repeat(43)}.png%00`,
  'x'.repeat(5000),
];

test('paths outside the store get 400 or 404 as JSON from every file endpoint, and no file is deleted', async () => {
  const path = await upload();
  await server.waitForSweep();
  const before = await server.storedFiles();
  const headers = { Authorization: `Bearer ${ada.token}` };
  for (const hostile of hostilePaths)
    for (const [kind, method] of [
      ['files', 'GET'],
      ['files', 'DELETE'],
      ['url', 'GET'],
      ['signed', 'GET'],
    ]) {
      const target = `/api/file/${kind}/${hostile}`;
      const { status, text } = await sendRawRequest(server.port, target, {
        method: method ?? '',
        headers,
      });
      assert.ok(status === 400 || status === 404, `${method} ${target}: ${status}`);
      assert.equal(JSON.parse(text).success, false, `${method} ${target}: ${text}`);
      assert.doesNotMatch(text, /root:|passwd/);
    }
  assert.deepEqual(await server.storedFiles(), before);
  await ada.call(kit.readFile, { params: { path } });
});

const queries = (...queries: Record<string, string>[]) => queries;

async function upload(width = 40, height = 30) {
  const body = await pictureUpload('jpeg', width, height);
  return (await ada.call(kit.upload, { body })).filePath;
}
