import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referenceField, textField } from '#shared/fields.ts';
import { defineItems } from '#shared/items.ts';
import { addDrop, fieldsReferringTo, newRemovedFile, tablesIn } from './feature-removal.ts';
import { parseSource } from './source.ts';

const parse = (text: string) => parseSource('features/removed/server.ts', text, 'docs/a.md');

test('the fields of other kinds that refer to a kind are found', () => {
  const title = textField('Title', { maxCharacters: 100, isRequired: true });
  const parent = referenceField('Parent', { to: 'plants' });
  const plants = defineItems({ one: 'plant', many: 'plants', fields: { title, parent } });
  const plant = referenceField('Plant', { to: 'plants' });
  const tasks = defineItems({ one: 'my_task', many: 'my_tasks', fields: { title, plant } });
  assert.deepEqual(fieldsReferringTo(plants, [plants, tasks]), ['/my-tasks/contract.ts (plant)']);
  assert.deepEqual(fieldsReferringTo(tasks, [plants, tasks]), []);
  assert.deepEqual(fieldsReferringTo(undefined, [plants, tasks]), []);
});

test('the tables of a feature are found in its migrations, the last one first', () => {
  const sources = [
    "'0001-plants': createsItemTable('plants', { name: 'text' }),\n createItemTable(db, 'others', {",
    "await db.schema\n .createTable('waterings')\n .addColumn('id', 'text')",
    "createsItemTable('plants', {",
  ];
  assert.deepEqual(tablesIn(sources), ['waterings', 'others', 'plants']);
});

test('each removed feature has a migration that drops its tables, once', () => {
  const first = parse(newRemovedFile());
  addDrop(first, 'plants', ['waterings', 'plants']);
  const second = parse(first.edited());
  addDrop(second, 'tasks', ['tasks']);
  const text = second.edited().replaceAll(/\s+/g, ' ');
  assert.match(text, /import \{ removedFeatures, dropsFeature \} from/);
  assert.ok(
    text.includes(
      "{ '0001-plants': dropsFeature('plants', ['waterings', 'plants']), '0002-tasks': dropsFeature('tasks', ['tasks']), }",
    ),
    text,
  );
  assert.throws(
    () => addDrop(parse(second.edited()), 'tasks', []),
    /drops the tables of tasks alr/,
  );
});
