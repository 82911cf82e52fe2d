import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { app } from '#app';
import { MARK_PANELS } from '#client/components/mark.ts';
import { isOfKit, isReadmeOfKit, textsOfKit } from './kit-identity.ts';

test('the kit recognises its values', { skip: !isOfKit('name', app.name) && 'a product' }, () => {
  assert.deepEqual(textsOfKit(app), ['tagline', 'description']);
  assert.ok(isOfKit('sourceUrl', app.sourceUrl));
  assert.ok(isOfKit('mark', MARK_PANELS.join()));
  assert.ok(isReadmeOfKit(readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')));
});

test('other values, and missing ones, belong to a product', () => {
  assert.deepEqual(textsOfKit({ tagline: 'Plan your week', description: 'A planner.' }), []);
  assert.ok(!isOfKit('sourceUrl', undefined));
  assert.ok(!isReadmeOfKit('# Planner\n'));
  assert.ok(!isReadmeOfKit(''));
});
