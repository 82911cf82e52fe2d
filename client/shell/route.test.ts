import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFinder, lazyScreen, type Route, type RouteOf } from './route.ts';

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

test('a screen takes the parameters of its path', () => {
  type TaskScreen = { params: { id: string } };
  const taskScreen = lazyScreen(async () => ({ default: (_: TaskScreen) => null }));
  const plainScreen = lazyScreen(async () => ({ default: () => null }));
  const rest = { source: '', access: 'anyone', title: '', description: '' } as const;
  const fitting: [RouteOf<'/tasks/:id'>, RouteOf<'/tasks/:id'>, RouteOf<'/tasks'>] = [
    { ...rest, path: '/tasks/:id', screen: taskScreen, prerender: 'shell' },
    { ...rest, path: '/tasks/:id', screen: plainScreen, prerender: 'shell' },
    { ...rest, path: '/tasks', screen: plainScreen, prerender: 'static' },
  ];
  const wrong: [RouteOf<'/tasks'>, RouteOf<'/tasks/:name'>, RouteOf<'/tasks/:id'>] = [
    // @ts-expect-error: the path has no parameter
    { ...rest, path: '/tasks', screen: taskScreen, prerender: 'shell' },
    // @ts-expect-error: its parameter has another name
    { ...rest, path: '/tasks/:name', screen: taskScreen, prerender: 'shell' },
    // @ts-expect-error: the HTML cannot contain a screen whose parameters are not known
    { ...rest, path: '/tasks/:id', screen: taskScreen, prerender: 'static' },
  ];
  for (const { path } of [...fitting, ...wrong]) assert.match(path, /^\/tasks/);
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
