import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lazyScreen, mapByPath, type Route } from './route.ts';

test('a screen is found by its path', () => {
  const routes = [routeAt('/'), routeAt('/tasks'), routeAt('/tasks/all')];
  const byPath = mapByPath(routes);
  for (const route of routes) assert.equal(byPath.get(route.path), route);
});

test('two screens with the same path are an error that names the path', () => {
  assert.throws(() => mapByPath([routeAt('/login'), routeAt('/login')]), {
    message: 'Two screens have the path /login: rename one.',
  });
});

test('a screen cannot have a path of the server or of the page for unknown paths', () => {
  for (const path of ['/api', '/api/tasks', '/dev/tools', '/.well-known/tasks', '/404'])
    assert.throws(() => mapByPath([routeAt(path)]), {
      message: `A screen has the path ${path}, which is reserved: rename it.`,
    });
  assert.doesNotThrow(() => mapByPath([routeAt('/apiary'), routeAt('/devices')]));
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
