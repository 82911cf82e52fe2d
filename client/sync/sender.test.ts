import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { task, tasks } from '#client/testing/task-kind.ts';
import { openOutbox, outbox } from '#client/testing/task-outbox.ts';
import { createTaskSending } from '#client/testing/task-sending.ts';
import { UPLOAD_MAX_MINUTES } from '#shared/constants.ts';
import type { Edit } from './outbox-entry.ts';

let respond: (body: { id?: string; content?: string }) => Response;

beforeEach(async () => {
  await openOutbox();
  mock.method(globalThis, 'fetch', async (_address: string, { body }: { body?: string }) =>
    respond(JSON.parse(body ?? '{}')),
  );
});

test('a response that is not from the server leaves a change unsent', async () => {
  await saveNew('one');
  respond = signInPage;
  assert.equal(await send(), 'unreachable');
  const [entry] = await outbox.entries();
  assert.equal(entry?.problem, undefined);
});

test('a response that is not from the server does not undo a deletion', async () => {
  await outbox.remove(tasks, task());
  respond = signInPage;
  assert.equal(await send(), 'unreachable');
  assert.equal((await outbox.entries()).length, 1);
});

test('a 404 that is not from the server does not count as a deletion', async () => {
  await outbox.remove(tasks, task());
  respond = () => new Response('<h1>No such site</h1>', { status: 404 });
  assert.equal(await send(), 'unreachable');
  assert.equal((await outbox.entries()).length, 1);
});

test('a success without the saved item leaves the change unsent', async () => {
  await saveNew('one');
  for (const body of [{}, { task: task({ id: 'one' }) }, { task: 'one', seq: 1 }]) {
    respond = () => Response.json({ success: true, ...body });
    assert.equal(await send(), 'unreachable');
    assert.equal((await outbox.entries()).length, 1);
  }
});

test('changes that the server cannot process do not block others', async () => {
  for (const id of ['bad-1', 'bad-2', 'good-1', 'good-2', 'good-3']) await saveNew(id);
  respond = ({ id = '', content = '' }) =>
    id.startsWith('bad')
      ? Response.json({ success: false }, { status: 500 })
      : Response.json({ success: true, task: task({ id, content }), seq: 1 }, { status: 201 });
  for (const _ of ['bad-1', 'bad-2', 'the rest']) await send();
  assert.deepEqual(
    (await outbox.entries()).map(({ id }) => id),
    ['bad-1', 'bad-2'],
  );
});

test('if the network is down, one more request is sent and the order of unsent changes is kept', async () => {
  for (const id of ['one', 'two', 'three']) await saveNew(id);
  const requests: string[] = [];
  mock.method(globalThis, 'fetch', async (address: string, { body }: { body?: string }) => {
    requests.push(JSON.parse(body ?? '{}').id ?? address);
    throw new TypeError('Failed to fetch');
  });
  assert.equal(await send(), 'unreachable');
  assert.equal(await send(), 'unreachable');
  assert.deepEqual(requests, ['one', 'one', '/api/auth/me']);
});

test('an upload may take as long as the server allows, other requests half a minute', async (t) => {
  const limits: Record<string, number> = {};
  let limitMs = 0;
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    limitMs = ms;
    return new AbortController().signal;
  });
  mock.method(globalThis, 'fetch', async (address: string) => {
    const [path = ''] = address.split('?');
    limits[path] = limitMs;
    return path === '/api/upload'
      ? Response.json({ success: true, filePath: 'a.webp' }, { status: 201 })
      : Response.json({ success: true, task: task({ id: 'one' }), seq: 1 }, { status: 201 });
  });
  await saveNew('one', { kind: 'captured', blob: new Blob(['bytes']) });
  assert.equal(await send(), 'sent');
  assert.deepEqual(limits, { '/api/upload': UPLOAD_MAX_MINUTES * 60_000, '/api/tasks': 30_000 });
});

test('a photo that was added while the request for an earlier change was repeated is sent after it', async () => {
  await saveNew('one');
  respond = () => Response.error();
  assert.equal(await send(), 'unreachable');
  const original = task({ id: 'one', content: 'one' });
  const fields = { title: 'Title', content: 'with a photo' };
  const photo = { kind: 'captured', blob: new Blob(['bytes']) } as const;
  await outbox.save(tasks, { id: 'one', original, fields, photo });
  const requests: string[] = [];
  mock.method(globalThis, 'fetch', async (address: string, { body }: { body?: string }) => {
    const [path = ''] = address.split('?');
    requests.push(path);
    if (path === '/api/upload') return Response.json({ success: true, filePath: 'a.webp' });
    const saved = task({ id: 'one', version: requests.length, ...JSON.parse(body ?? '{}') });
    return Response.json({ success: true, task: saved, seq: requests.length });
  });
  assert.equal(await send(), 'sent');
  assert.deepEqual(requests, ['/api/tasks', '/api/upload', '/api/tasks/one']);
  assert.deepEqual(await outbox.entries(), []);
});

/** Responds like a network that requires a sign-in first. */
const signInPage = () => new Response('<h1>Welcome</h1>', { status: 200 });

const saveNew = (id: string, photo: Edit['photo'] = { kind: 'none' }) =>
  outbox.save(tasks, { id, fields: { title: 'Title', content: id }, photo });

const send = () => createTaskSending().send();
