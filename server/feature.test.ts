import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { itemKinds } from '#features/contract.ts';
import { featureEndpoints } from '#features/endpoints.ts';
import { features as registered } from '#features/server.ts';
import { dateField, numberField } from '#shared/fields.ts';
import { endpointsOf, type ItemKind } from '#shared/items.ts';
import { tablesOf } from './backup/format.ts';
import { tablesNotBackedUp } from './database/schema.ts';
import type { ServerFeature } from './feature.ts';
import { checkRegistration } from './process/run-server.ts';
import { compareTable } from './testing/compare-table.ts';
import { startTestServer } from './testing/harness.ts';
import { testItems } from './testing/items/contract.ts';
import { testItemsServer } from './testing/items/feature.ts';
import { permissionTestTitle } from './testing/permissions.ts';

const root = join(import.meta.dirname, '..');
const features: ServerFeature[] = [testItemsServer, ...registered];
const kinds: readonly ItemKind[] = itemKinds;
const server = await startTestServer({ features });
after(server.stop);
const tables = await server.query.introspection.getTables();

test('the features on the server are those of the contract, and no name is used twice', () => {
  const contract = [testItemsServer.endpoints, featureEndpoints, ...kinds.map(endpointsOf)];
  checkRegistration(features, Object.assign({}, ...contract));
});

test('every endpoint of a registered feature with items is tested with each kind of caller', async () => {
  const withItems = registered.filter(({ synced }) => synced.length > 0);
  const passed = await passedPermissionTests(withItems.map(({ name }) => name));
  const untested = withItems.flatMap(({ name, endpoints }) =>
    Object.keys(endpoints)
      .filter((endpoint) => !passed.includes(permissionTestTitle(endpoint)))
      .map((endpoint) => `${name}: ${endpoint}`),
  );
  assert.deepEqual(
    untested,
    [],
    'call testItemStore in a test of the feature, and see its failures there',
  );
});

test('every table is backed up or listed as excluded with a reason', () => {
  const found = tables.map(({ name }) => name);
  const backedUp: string[] = tablesOf(features);
  const listed = [...backedUp, ...Object.keys(tablesNotBackedUp)];
  assert.deepEqual(
    found.filter((name) => !listed.includes(name)),
    [],
    'add them to the tables of their feature, or to a list in server/database/schema.ts',
  );
  assert.deepEqual(
    backedUp.filter((name) => !found.includes(name)),
    [],
  );
});

const TYPES = /^(text|integer|bigint|double precision|int4|int8|float8)$/i;

test('columns contain only texts and numbers, so that rows are the same on both engines', () => {
  for (const { name, columns } of tables)
    for (const { name: column, dataType } of columns)
      assert.match(dataType, TYPES, `${name}.${column}`);
});

test('every column that contains photos is listed by a feature', () => {
  const found = tables.flatMap(({ name, columns }) =>
    columns
      .filter((column) => /photo_path$/.test(column.name))
      .map((column) => `${name}.${column.name}`),
  );
  const listed = features
    .flatMap(({ photoColumns }) => photoColumns)
    .map(({ table, column }) => `${table}.${column}`);
  assert.deepEqual(listed.sort(), found.sort());
});

test('every synced table has the columns that syncing needs', () => {
  for (const { table, columns } of features.flatMap(({ synced }) => synced)) {
    const found = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
    for (const column of ['id', 'user_id', 'version', 'updated_at', 'seq', ...columns])
      assert.ok(found.includes(column), missingColumn(table, column));
    for (const column of ['id', 'version'])
      assert.ok(columns.includes(column), `${table} does not send ${column}`);
  }
});

test('the table of each kind of item has the columns that its definition needs', () => {
  const problems = [testItems, ...kinds].flatMap((kind) =>
    compareTable(
      kind,
      tables.find(({ name }) => name === kind.many),
    ),
  );
  assert.deepEqual(problems, []);
});

test('a table that differs from the definition of its items is described in words', () => {
  const table = tables.find(({ name }) => name === 'items');
  assert.deepEqual(compareTable({ ...testItems, many: 'plants' }, undefined), [
    'there is no table plants: a migration must create it',
  ]);
  const { text, title } = testItems.fields;
  const fields = { title, text: numberField('Text', { min: 0, max: 9 }), due: dateField('Due') };
  assert.deepEqual(compareTable({ ...testItems, fields }, table), [
    'items.text has the type text instead of double precision',
    'items.due is missing: add it in a new migration',
  ]);
  const asDate = { title: dateField('Title'), text };
  assert.deepEqual(compareTable({ ...testItems, fields: asDate }, table), [
    'items.title must not be null, but its field is not required',
  ]);
  assert.deepEqual(compareTable({ ...testItems, fields: { title } }, table), [
    'items.text is no field, so a new row has no value for it: it needs a default, or may be null',
  ]);
});

test('exactly the registered kinds of items are synced and exported', () => {
  const names = kinds.map(({ many }) => many).sort();
  for (const part of ['synced', 'portable'] as const)
    assert.deepEqual(
      registered.flatMap((feature) => feature[part].map(({ table }) => table)).sort(),
      names,
      'features/contract.ts and features/server.ts must list the same kinds of items',
    );
});

test('every portable table is synced, counted and has the columns that exporting needs', async () => {
  const synced = features.flatMap(({ synced }) => synced).map(({ table }) => table);
  for (const { table, fields, photoColumn } of features.flatMap(({ portable }) => portable)) {
    assert.ok(synced.includes(table), table);
    const found = tables.find(({ name }) => name === table)?.columns.map(({ name }) => name) ?? [];
    for (const column of [...Object.keys(fields), photoColumn ?? 'id', 'created_at'])
      assert.ok(found.includes(column), missingColumn(table, column));
  }
});

/** Runs the permission tests of features. Returns the titles of the passed tests. */
async function passedPermissionTests(names: string[]) {
  const files = names.flatMap((name) =>
    globSync(`features/${name}/{server.test.ts,server/**/*.test.ts}`, { cwd: root }),
  );
  // Without a file, Node would search for tests by itself.
  if (files.length === 0) return [];
  const only = `--test-name-pattern=/^${permissionTestTitle('\\w+')}$/`;
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  // In one process, which is faster than one for each file.
  const args = ['--test', '--test-isolation=none', '--test-reporter=tap', only, ...files];
  const tests = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const report = await text(tests.stdout);
  // A skipped test has a comment after its title.
  return [...report.matchAll(/^ *ok \d+ - ([^#\n]+)$/gm)].map(([, title = '']) => title);
}

const missingColumn = (table: string, column: string) =>
  `${table} has no column ${column}: add a migration (docs/recipes/add-a-field.md)`;
