import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { itemFeature } from '#server/items/item-feature.ts';
import { createsItemTable } from '#server/items/table.ts';
import { importExport, readExport } from '#server/testing/exports.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItemPermissions } from '#server/testing/item-permissions.ts';
import { recordStatements, testQueryPlans } from '#server/testing/query-plans.ts';
import { kit } from '#shared/endpoints.ts';
import {
  checkboxField,
  dateField,
  longTextField,
  numberField,
  selectField,
  textField,
} from '#shared/fields.ts';
import { defineItems } from '#shared/items.ts';

/** A kind of item with every kind of field, and without photos. */
const parts = defineItems({
  one: 'test_part',
  many: 'test_parts',
  fields: {
    name: textField('Name', { maxCharacters: 100, isRequired: true }),
    done: checkboxField('Done'),
    price: numberField('Price', { min: 0, max: 1000, isRequired: true }),
    weight: numberField('Weight', { min: -1e12, max: 1e12 }),
    due: dateField('Due'),
    colour: selectField('Colour', { options: { red: 'Red', blue: 'Blue' }, isRequired: true }),
    finish: selectField('Finish', { options: { matt: 'Matt', shiny: 'Shiny' } }),
    remarks: longTextField('Remarks', { maxCharacters: 1000 }),
  },
});

const partsServer = itemFeature(parts, {
  '0001-parts': createsItemTable('test_parts', {
    name: 'text',
    done: 'boolean',
    price: 'number',
    weight: 'number?',
    due: 'text?',
    colour: 'text',
    finish: 'text?',
    remarks: 'text',
  }),
});

const statements = recordStatements();
const server = await startTestServer({ features: [partsServer] });
after(server.stop);
const ada = await server.signUp();

const full = {
  name: 'Wheel',
  done: true,
  price: 0.1,
  weight: -1e12,
  due: '2028-02-29',
  colour: 'red',
  finish: 'shiny',
  remarks: 'Two\nlines',
} as const;
const least = { name: 'Axle', price: 3, colour: 'blue' } as const;
const missing = { done: false, weight: null, due: null, finish: null, remarks: '' };

test('every kind of field is returned unchanged by each endpoint and sent to other devices', async () => {
  const created = await ada.call(parts.create, { body: full });
  const { id } = created.test_part;
  assert.deepEqual(valuesOf(created.test_part), full);
  const other = await ada.call(parts.create, { body: least });
  assert.deepEqual(valuesOf(other.test_part), { ...least, ...missing });
  const list = await ada.call(parts.list);
  assert.deepEqual(list.test_parts, [other.test_part, created.test_part]);
  const page = await ada.call(parts.list, { query: { limit: '1' } });
  const next = await ada.call(parts.list, { query: { before: page.next ?? '' } });
  assert.deepEqual([...page.test_parts, ...next.test_parts], list.test_parts);

  const changed = { ...missing, ...least, done: true, version: 1 };
  const updated = await ada.call(parts.update, { params: { id }, body: changed });
  assert.deepEqual(valuesOf(updated.test_part), { ...missing, ...least, done: true });
  const outdated = await ada.error(parts.update, { params: { id }, body: changed });
  assert.deepEqual([outdated.status, outdated.conflict], [409, { test_part: updated.test_part }]);

  await ada.call(parts.remove, { params: { id } });
  const restored = await ada.call(parts.restore, { params: { id } });
  assert.deepEqual(valuesOf(restored.test_part), { ...missing, ...least, done: true });
  const { changes } = await ada.call(kit.changes, { query: { since: '0' } });
  assert.deepEqual(changes.test_parts?.items, [other.test_part, restored.test_part]);
});

test('an item that was deleted before its table got new columns is restored with their defaults', async () => {
  const { test_part: part } = await ada.call(parts.create, { body: full });
  const params = { id: part.id };
  await forget(['done', 'weight', 'remarks']);
  const restored = await ada.call(parts.restore, { params });
  const added = { done: false, weight: null, remarks: '' };
  assert.deepEqual(valuesOf(restored.test_part), { ...full, ...added });
  await forget(['colour']);
  assert.equal((await ada.error(parts.restore, { params })).status, 404);

  /** Deletes the item, and removes fields from the kept row. */
  async function forget(names: string[]) {
    await ada.call(parts.remove, { params });
    const deletions = await server.everyRow('deletions');
    const kept = JSON.parse(deletions.find(({ id }) => id === part.id)?.kept_row ?? '');
    for (const name of names) delete kept[name];
    await server.query
      .updateTable('deletions')
      .set({ kept_row: JSON.stringify(kept) })
      .where('entity', '=', parts.many as never)
      .where('id', '=', part.id)
      .execute();
  }
});

test('a change leaves missing fields unchanged, so that older versions of the app keep new fields', async () => {
  const { test_part: part } = await ada.call(parts.create, { body: full });
  const { test_part: changed } = await ada.call(parts.update, {
    params: { id: part.id },
    body: { ...least, due: null },
  });
  assert.deepEqual(valuesOf(changed), { ...full, ...least, due: null });
  const { status, fields } = await ada.error(parts.update, {
    params: { id: part.id },
    body: { name: 'Axle' },
  });
  assert.deepEqual(
    [status, fields],
    [400, { price: 'Price is required', colour: 'Colour is required' }],
  );
});

test('every kind of field is exported, including to the Markdown file, and imported again', async () => {
  const [bob, eve] = [await server.signUp(), await server.signUp()];
  await bob.call(parts.create, { body: full });
  const exported = await readExport(bob);
  const [file = ''] = Object.keys(exported.files).filter((name) => name.endsWith('.md'));
  const lines = Buffer.from(exported.files[file] ?? [])
    .toString()
    .split('\n');
  for (const line of ['title: "Wheel"', 'done: true', 'price: 0.1', 'due: "2028-02-29"', 'Two'])
    assert.ok(lines.includes(line), line);
  assert.deepEqual(await importExport(eve, exported), { added: 1, uploads: 0 });
  const imported = await eve.call(parts.list);
  assert.deepEqual(imported.test_parts.map(valuesOf), [full]);
});

test('an invalid value gets 400 with the message of its field', async () => {
  const body = { ...full, done: 1, price: '3', due: '2026-02-30', colour: 'green' };
  const { status, fields } = await ada.error(parts.create, { body });
  assert.equal(status, 400);
  assert.deepEqual(fields, {
    done: 'Done must be true or false',
    price: 'Price must be a number from 0 to 1,000',
    due: 'Due must be a date',
    colour: 'Colour must be one of the options',
  });
  const invisible = [' \t\r\n\u00a0\u3000', '\u200b\u200c\u200d\u2060\ufeff'];
  for (const name of [undefined, null, '', 7, ...invisible]) {
    const failed = await ada.error(parts.create, { body: { ...full, name } });
    assert.deepEqual([failed.status, failed.fields], [400, { name: 'Name is required' }]);
  }
});

test('a photo is ignored for items without photos', async () => {
  const body = { ...full, photo_path: 'x.png' };
  const { test_part: part } = await ada.call(parts.create, { body });
  assert.ok(!('photo_path' in part));
});

test('a copy of a kind cannot change what its endpoints accept, and an owned table needs a unique name', () => {
  const fields = { ...parts.fields, due: dateField('Due', { isRequired: true }) };
  assert.throws(() => itemFeature({ ...parts, fields }, {}), /Two kinds have the endpoints of/);
  const owned = [{ table: 'remarks' as never, column: 'part_id' }];
  assert.throws(() => itemFeature(parts, {}, { owned }), /remarks is a column of test_parts/);
});

testItemPermissions({ server, kind: parts, body: full });

// Every kind of item sends the same statements, with other columns.
testQueryPlans(server, statements);

/** Returns the values of the fields. */
function valuesOf(part: Record<string, unknown>) {
  return Object.fromEntries(Object.keys(parts.fields).map((name) => [name, part[name]]));
}
