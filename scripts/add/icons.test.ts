import assert from 'node:assert/strict';
import { test } from 'node:test';
import { iconOf, similarNames } from './icons.ts';

test('the name in code of an icon follows from its name', () => {
  assert.equal(iconOf('sprout'), 'Sprout');
  assert.equal(iconOf('notebook-pen'), 'NotebookPen');
  assert.equal(iconOf('trash-2'), 'Trash2');
  // An import called Map would hide that of the language.
  assert.equal(iconOf('map'), 'MapIcon');
});

test('an unknown icon is an error that names similar ones only if there are some', () => {
  assert.throws(() => iconOf('notebook-pencil'), {
    message: /^There is no icon notebook-pencil: similar ones are notebook-pen, .+\. All are at/,
  });
  assert.throws(() => iconOf('qqq'), { message: /^There is no icon qqq: none is similar\. All/ });
  assert.throws(() => iconOf('NotebookPen'), /similar ones are notebook-pen,/);
  for (const name of ['x-y', 'toString', '', '../box'])
    assert.throws(() => iconOf(name), /^Error: There is no icon/);
});

test('a similar name shares a word of more than two letters', () => {
  const all = ['a-large-small', 'sprout', 'plane', 'tickets-plane', 'leafy-green', 'leaf'];
  assert.deepEqual(similarNames('leaf-green', all), ['leafy-green', 'leaf']);
  assert.deepEqual(similarNames('plan', all), ['plane', 'tickets-plane']);
  assert.deepEqual(similarNames('a', all), []);
});
