import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#client/api-client/api-error.ts';
import { type Pages, withPage } from './use-pages.ts';

const error = new ApiError({ error: 'Network error', status: 0 });
const list: Pages<string> = { items: ['Ada'], next: 'a', loading: true, failure: undefined };

test('the first page replaces the list, and later pages are appended', () => {
  const page = { items: ['Bob'], next: null };
  assert.deepEqual(withPage(list, undefined, page).items, ['Bob']);
  assert.deepEqual(withPage(list, 'a', page).items, ['Ada', 'Bob']);
});

test('a failed page keeps the list and is remembered', () => {
  for (const before of [undefined, 'a']) {
    const failed = withPage(list, before, error);
    assert.deepEqual(failed, { ...list, loading: false, failure: { error, before } });
  }
});
