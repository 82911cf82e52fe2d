import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFinder, lazyScreen, type Route } from './route.ts';

test('a screen is found by its path, with the parameters of that path', () => {
  const [home, tasks, all, one] = ['/', '/tasks', '/tasks/all', '/tasks/:id'].map(routeAt);
  const find = createFinder([home, one, tasks, all] as Route[]);
  assert.deepEqual(find('/'), { route: home, params: {} });
  assert.deepEqual(find('/tasks'), { route: tasks, params: {} });
  assert.deepEqual(find('/tasks/all'), { route: all, params: {} });
  assert.deepEqual(find('/tasks/a%20b'), { route: one, params: { id: 'a b' } });
  for (const path of ['/nothing', '/tasks/1/2', '/tasks/%'])
    assert.equal(find(path), undefined, path);
});

test('two screens with the same path are an error that names the path', () => {
  for (const [one, other] of [
    ['/login', '/login'],
    ['/tasks/:id', '/tasks/:name'],
  ] as const)
    assert.throws(() => createFinder([routeAt(one), routeAt(other)]), {
      message: `Two screens have the path ${other}: rename one.`,
    });
});

test('a screen cannot have a path of the server or of the page for unknown paths', () => {
  for (const path of ['/api', '/api/tasks', '/dev/tools', '/.well-known/tasks', '/404'])
    assert.throws(() => createFinder([routeAt(path)]), {
      message: `A screen has the path ${path}, which is reserved: rename it.`,
    });
  assert.doesNotThrow(() => createFinder([routeAt('/apiary'), routeAt('/devices')]));
});

function routeAt(path: string): Route {
  return {
    path,
    source: 'client/screen.tsx',
    screen: lazyScreen(() => Promise.reject(new Error('not loaded in this test'))),
    access: 'anyone',
    title: 'Screen',
    description: 'A screen',
    prerender: 'shell',
  };
}
