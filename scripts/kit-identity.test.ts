import assert from 'node:assert/strict';
import { test } from 'node:test';
import { app } from '#app';
import { MARK_PANELS } from '#client/components/mark.ts';
import { isOfKit, textsOfKit } from './kit-identity.ts';

test('the kit recognises its values', { skip: !isOfKit('name', app.name) && 'a product' }, () => {
  assert.deepEqual(textsOfKit(app), ['tagline', 'description']);
  assert.ok(isOfKit('sourceUrl', app.sourceUrl));
  assert.ok(isOfKit('mark', MARK_PANELS.join()));
});

test('other values, and none, are those of a product', () => {
  assert.deepEqual(textsOfKit({ tagline: 'Plan your week', description: 'A planner.' }), []);
  assert.ok(!isOfKit('sourceUrl', undefined));
});
