import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findShareTarget } from './share-target.ts';

const params = { title: 'title', text: 'text', url: 'url', photo: 'photo' };
const photos = { startPath: '/photos', shareTarget: { path: '/photos', params } } as const;
const links = { startPath: '/links', shareTarget: { path: '/links', params } } as const;
const tags = { startPath: '/tags' } as const;

test('the feature with a share target receives shared content', () => {
  assert.equal(findShareTarget([tags, photos])?.path, '/photos');
  assert.equal(findShareTarget([tags]), undefined);
});

test('a second feature with a share target is rejected', () => {
  assert.throws(() => findShareTarget([photos, tags, links]), {
    message:
      'Only one feature can have a share target: remove it from all but one of /photos, /links',
  });
});
