import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatSources } from '#scripts/product/format-sources.ts';
import { addDefinition, addMigration, parseDefault } from './field-edits.ts';
import { parseField } from './fields.ts';
import { parseSource } from './source.ts';

const RECIPE = 'docs/recipes/add-a-field.md';
const CONTRACT = `import { textField } from '#shared/fields.ts';
import { defineItems } from '#shared/items.ts';

export const rooms = defineItems({ one: 'room', many: 'rooms', fields: {} });
export const tasks = defineItems({
  one: 'task',
  many: 'tasks',
  fields: {
    title: textField('Title', { maxCharacters: 100, isRequired: true }),
  },
});
`;
const SERVER = `import { itemFeature } from '#server/items/item-feature.ts';
import { createsItemTable } from '#server/items/table.ts';
import { tasks } from './contract.ts';

export const tasksServer = itemFeature(tasks, {
  '0001-tasks': createsItemTable('tasks', { title: 'text' }),
});
`;

test('a field is added to the definition of its kind', () => {
  const source = parseSource('contract.ts', CONTRACT, RECIPE);
  addDefinition(source, 'tasks', parseField('due_date:date?'));
  const lines = "    due_date: dateField('Due date'),\n  },\n});\n";
  assert.ok(formatted(source.edited()).endsWith(`isRequired: true }),\n${lines}`));
  assert.match(source.edited(), /import \{ textField, dateField \}/);
});

for (const [word, initial, migration] of [
  [
    'due:date?',
    undefined,
    "await db.schema.alterTable('tasks').addColumn('due', 'text').execute();",
  ],
  [
    'note:text?',
    undefined,
    "await db.schema.alterTable('tasks').addColumn('note', 'text', (c) => c.notNull().defaultTo('')).execute();",
  ],
  [
    'done:boolean',
    undefined,
    "await db.schema.alterTable('tasks').addColumn('done', 'integer', (c) => c.notNull().defaultTo(0)).execute();",
  ],
  [
    'weight:number?',
    '5',
    "await reloadOnDevices(db, 'tasks'); await db.schema.alterTable('tasks').addColumn('weight', 'double precision', (c) => c.defaultTo(5)).execute();",
  ],
] as const)
  test(`the migration of ${word}${initial ? ` with the default ${initial}` : ''}`, () => {
    const source = parseSource('server.ts', SERVER, RECIPE);
    const field = parseField(word);
    addMigration(source, { field, table: 'tasks', number: 2, ...(initial && { initial }) });
    const expected = `'0002-${field.name}': { compatible: true, async up(db) { ${migration} }, },`;
    assert.ok(source.edited().replaceAll(/\s+/g, ' ').includes(expected), source.edited());
    assert.equal(source.edited().includes('import { reloadOnDevices }'), initial !== undefined);
  });

test('a reference is added by the kit’s function, to migrations in a constant', () => {
  const constant = SERVER.replace(
    'export const tasksServer = itemFeature(tasks, {',
    'const migrations: Record<string, Migration> = {',
  ).replace('});', '};\nexport const tasksServer = itemFeature(tasks, migrations, {});');
  const source = parseSource('server.ts', constant, RECIPE);
  addMigration(source, { field: parseField('plant:ref(plants)?'), table: 'tasks', number: 12 });
  assert.match(source.edited(), /'0012-plant': addsReference\('tasks', 'plant'\),\n\};\nexport/);
  assert.match(source.edited(), /import \{ createsItemTable, addsReference \}/);
});

test('a file whose definition or migrations are elsewhere is refused', () => {
  const field = parseField('due:date?');
  const place = { field, table: 'tasks', number: 2 };
  for (const [change, message] of [
    [() => addDefinition(parseSource('contract.ts', CONTRACT, RECIPE), 'plants', field), /plants/],
    [
      () => addMigration(parseSource('server.ts', 'itemFeature(a, b)', RECIPE), place),
      /migrations/,
    ],
  ] as const)
    assert.throws(change, { message });
});

test('a default that does not fit is answered with those that do', () => {
  for (const [word, message] of [
    ['done:boolean', 'write true or false'],
    ['weight:number(0..50)?', 'write a number from 0 to 50'],
    ['due:date?', 'write a day, as in 2026-11-17'],
    ['size:select(a|b)?', 'write one of a, b'],
    ['place:text?', 'write a line of at most 100 characters'],
  ] as const)
    assert.throws(() => parseDefault(parseField(word), ' '), {
      message: new RegExp(`cannot have the default " ": ${message}$`),
    });
});

test('a default must fit the field', () => {
  const fits = (word: string, value: string) => parseDefault(parseField(word), value);
  assert.equal(fits('done:boolean', 'true'), '1');
  assert.equal(fits('done:boolean', 'false'), undefined);
  assert.equal(fits('weight:number(0..50)?', '2.5'), '2.5');
  assert.equal(fits('due:date?', '2026-11-19'), "'2026-11-19'");
  assert.equal(fits('size:select(a|b)?', 'b'), "'b'");
  assert.equal(fits('place:text?', "at 'home'"), "'at \\'home\\''");
  // Otherwise the lint of the result would fail.
  assert.equal(fits('place:text?', '$ {a} \x24{a}'), "'$ {a} \\x24{a}'");
  for (const [word, value] of [
    ['done:boolean', 'yes'],
    ['weight:number(0..50)?', '51'],
    ['weight:number?', 'x'],
    ['weight:number?', ''],
    ['due:date?', '2026-02-30'],
    ['size:select(a|b)?', 'c'],
    ['place:text?', ' '],
    ['place:text?', 'a\nb'],
    ['mail:email?', 'a@example.com'],
  ] as const)
    assert.throws(() => fits(word, value), /default/);
});

function formatted(text: string) {
  return formatSources(new Map([['contract.ts', text]])).get('contract.ts') ?? '';
}
