import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fieldsSchema } from '#shared/field-schemas.ts';
import { addItemSchemas } from '#shared/item-schemas.ts';
import { validate } from '#shared/validate.ts';
import { notes } from './contract.ts';

const noteFields = fieldsSchema(notes.fields);
addItemSchemas(notes);

type Schema = Parameters<typeof validate>[0];

const text = { title: 'Title', content: 'Content' };

/** Returns the messages by field; none if the note is valid. */
function errorsOf(changes: Record<string, unknown>, schema: Schema = noteFields) {
  const result = validate(schema, { ...text, ...changes });
  return result.valid ? {} : result.fields;
}

describe('the title of a note', () => {
  test('has 1 to 100 characters, not counting spaces around it', () => {
    assert.deepEqual(errorsOf({ title: '' }), { title: 'Title is required' });
    assert.deepEqual(errorsOf({ title: `  ${'t'.repeat(100)}  ` }), {});
    assert.deepEqual(errorsOf({ title: 't'.repeat(101) }), {
      title: 'Title must be at most 100 characters',
    });
  });

  test('has no spaces around it once it is checked', () => {
    const result = validate(noteFields, { ...text, title: '  Milk ' });
    assert.equal(result.valid && result.value.title, 'Milk');
  });
});

describe('the content of a note', () => {
  test('has 1 to 1000 characters', () => {
    assert.deepEqual(errorsOf({ content: '' }), { content: 'Content is required' });
    assert.deepEqual(errorsOf({ content: 'c'.repeat(1000) }), {});
    assert.deepEqual(errorsOf({ content: 'c'.repeat(1001) }), {
      content: 'Content must be at most 1000 characters',
    });
  });

  test('keeps its spaces and lines', () => {
    const content = '  Two bottles\n  of the good one\n';
    const result = validate(noteFields, { ...text, content });
    assert.equal(result.valid && result.value.content, content);
  });
});

test('text without a visible character is rejected', () => {
  for (const invisible of ['   ', ' \n ', '\u200b\u200b', '\u2800'])
    assert.deepEqual(errorsOf({ title: invisible, content: invisible }), {
      title: 'Title is required',
      content: 'Content is required',
    });
});

test('an emoji counts as two characters, as in the form', () => {
  assert.deepEqual(errorsOf({ title: '😀'.repeat(50) }), {});
  assert.equal(errorsOf({ title: '😀'.repeat(51) }).title, 'Title must be at most 100 characters');
});

test('a new note may contain its id, which must be a UUID', () => {
  const id = 'AAAAAAAA-AAAA-4AAA-8AAA-AAAAAAAAAAAA';
  const result = validate(notes.create.body, { ...text, id });
  assert.equal(result.valid && result.value.id, id.toLowerCase());
  assert.deepEqual(errorsOf({ id: '1' }, notes.create.body), { id: 'The id must be a UUID' });
});

test('a change may contain the version it is based on, from 1', () => {
  assert.deepEqual(errorsOf({ version: 1, photo_path: null }, notes.update.body), {});
  for (const version of [0, 1.5, '1'])
    assert.deepEqual(errorsOf({ version }, notes.update.body), {
      version: 'The version must be a whole number from 1',
    });
});
