import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fillPath,
  matchPath,
  pageFileOf,
  pathOfPageFile,
  sortPaths,
  withoutTrailingSlash,
} from './path.ts';

test('a path without parameters matches itself only', () => {
  assert.deepEqual(matchPath('/', '/'), {});
  assert.deepEqual(matchPath('/lists/all', '/lists/all'), {});
  for (const path of ['/lists', '/lists/all/', '/lists/al', '/lists/all/x', '//lists/all', ''])
    assert.equal(matchPath('/lists/all', path), undefined, path);
});

test('a parameter is one segment that is not empty', () => {
  assert.deepEqual(matchPath('/lists/:list/tasks/:id', '/lists/a/tasks/7'), { list: 'a', id: '7' });
  for (const path of ['/lists/', '/lists', '/lists/a/b', '/lists//'])
    assert.equal(matchPath('/lists/:list', path), undefined, path);
});

test('a parameter that is filled in is read back unchanged, whatever it contains', () => {
  for (const id of ['50 %', '%25', 'a/b', 'ä?#&', ':id', '.', 'a:b', '日本']) {
    const path = fillPath('/tasks/:id', { id });
    assert.deepEqual(matchPath('/tasks/:id', path), { id }, path);
  }
});

test('a parameter whose encoding is broken matches nothing', () => {
  for (const path of ['/tasks/%', '/tasks/%E0%A4%A', '/tasks/%ff'])
    assert.equal(matchPath('/tasks/:id', path), undefined, path);
});

test('the more specific of two paths comes first', () => {
  assert.deepEqual(
    sortPaths(['/:list/:id', '/tasks/:id', '/tasks/:id/edit', '/tasks/zebra', '/:list/new']),
    ['/tasks/zebra', '/tasks/:id', '/tasks/:id/edit', '/:list/new', '/:list/:id'],
  );
});

test('the file name of a page contains no character that Windows forbids, and converts back to the path', () => {
  for (const path of ['/', '/lists/all', '/tasks/:id', '/lists/:list/tasks/:id']) {
    assert.doesNotMatch(pageFileOf(path), /[:<>"|?*\\]/);
    assert.equal(pathOfPageFile(pageFileOf(path)), path);
  }
});

test('trailing slashes are ignored, except in the path of the home page', () => {
  for (const path of ['/tasks', '/tasks/', '/tasks//'])
    assert.equal(withoutTrailingSlash(path), '/tasks');
  for (const path of ['/', '//']) assert.equal(withoutTrailingSlash(path), '/');
});
