import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRouter } from './router.ts';

const router = createRouter();
for (const [method, path] of [
  ['GET', '/api/items'],
  ['POST', '/api/items'],
  ['PUT', '/api/items/:id'],
  ['GET', '/api/items/count'],
  ['GET', '/api/items/:id'],
  ['GET', '/api/list.json'],
  ['GET', '/api/items/:id/photos/:photo'],
] as const)
  router.add(method, path, () => ({ status: 200, headers: {}, body: `${method} ${path}` }));

test('a request finds the handler of its method and path, HEAD uses the handler of GET', async () => {
  assert.equal(await found('GET', '/api/items'), 'GET /api/items');
  assert.equal(await found('POST', '/api/items'), 'POST /api/items');
  assert.equal(await found('HEAD', '/api/items'), 'GET /api/items');
  assert.equal(await found('GET', '/api/items/count'), 'GET /api/items/count');
  assert.equal(await found('GET', '/api/items/1'), 'GET /api/items/:id');
});

test('parameters are decoded, unless they are not valid UTF-8', () => {
  const paramsOf = (path: string) => router.find('GET', path)?.params;
  assert.deepEqual(paramsOf('/api/items/1/photos/a%20b'), { id: '1', photo: 'a b' });
  assert.deepEqual(paramsOf('/api/items/%C3%A9'), { id: 'é' });
  assert.deepEqual(paramsOf('/api/items/%E9'), { id: '%E9' });
});

test('a path that only resembles one in the contract finds nothing', () => {
  for (const path of [
    '/api/items/',
    '/api/Items',
    '/api/items/1/2',
    '/api/listXjson',
    '/api/item',
    '/x/api/items',
  ])
    assert.equal(router.find('GET', path), undefined, path);
  assert.equal(router.find('DELETE', '/api/items/1'), undefined);
  assert.equal(router.find(undefined, '/api/items'), undefined);
});

test('the methods of a path are known', () => {
  assert.deepEqual(router.methodsAt('/api/items/1'), ['PUT', 'GET']);
  assert.deepEqual(router.methodsAt('/api/other'), []);
});

async function found(method: string, path: string) {
  const route = router.find(method, path);
  assert.ok(route);
  return (await route.handle({} as never, route.params)).body;
}
