import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as v from 'valibot';
import { validate } from './validate.ts';

const form = v.object({
  title: v.pipe(
    v.string('A title, please'),
    v.nonEmpty('A title, please'),
    v.maxLength(5, 'Too long'),
  ),
  count: v.optional(v.number('A number, please')),
});

test('valid input is returned as transformed by its schema', () => {
  const trimmed = v.object({ title: v.pipe(v.string(), v.trim()) });
  assert.deepEqual(validate(trimmed, { title: ' Sea ' }), { valid: true, value: { title: 'Sea' } });
});

test('each invalid field gets its first message', () => {
  assert.deepEqual(validate(form, { title: 'Too long a title', count: 'one' }), {
    valid: false,
    fields: { title: 'Too long', count: 'A number, please' },
  });
});

test('a missing field fails with its own message, unless it is optional', () => {
  assert.deepEqual(validate(form, {}), { valid: false, fields: { title: 'A title, please' } });
});
