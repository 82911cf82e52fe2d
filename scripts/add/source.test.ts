import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSource, propertyOf } from './source.ts';

const parse = (text: string) => parseSource('features/things/server.ts', text, 'docs/a.md');

test('an entry is added to the end of objects, lists and calls, with or without a comma', () => {
  for (const [before, expected] of [
    ['add({ a: 1 });', 'add({ a: 1, \nb: 2,\n});'],
    ['add({\n  a: 1,\n});', 'add({\n  a: 1,\nb: 2,\n});'],
    ['add({});', 'add({\nb: 2,\n});'],
    ['add({\n  // Größe, Farbe\n});', 'add({\n  // Größe, Farbe\nb: 2,\n});'],
    ['add({ a: "ü" /* 1, 2 */ });', 'add({ a: "ü", /* 1, 2 */ \nb: 2,\n});'],
  ] as const) {
    const source = parse(before);
    source.append(source.literal(source.call('add')?.args[0], 'ObjectExpression') as never, 'b: 2');
    assert.equal(source.edited(), expected);
  }
  const source = parse('add(x, [1]);');
  const call = source.call('add');
  source.append(source.literal(call?.args[1], 'ArrayExpression') as never, '2');
  source.append(call?.node as never, 'y');
  assert.equal(source.edited().replaceAll(/\s/g, ''), 'add(x,[1,2,],y,);');
});

test('an object may be a constant of the file, with a type', () => {
  const source = parse(
    'const m: M = { a: 1 } satisfies N;\nexport const o = { list: [] } as const;\nadd(m, o);',
  );
  const [m, o] = source.call('add')?.args ?? [];
  assert.ok(propertyOf(source.literal(m, 'ObjectExpression'), 'a'));
  assert.ok(
    source.literal(propertyOf(source.literal(o, 'ObjectExpression'), 'list'), 'ArrayExpression'),
  );
  assert.equal(source.literal(m, 'ArrayExpression'), undefined);
  assert.equal(
    parse('import { m } from "./m.ts"; add(m);').literal(m, 'ObjectExpression'),
    undefined,
  );
});

test('a name is imported once, beside others of the same file and not as a type', () => {
  for (const [before, expected] of [
    ["import { a } from './x.ts';\n", "import { a, b } from './x.ts';\n"],
    ["import { a, b } from './x.ts';\n", "import { a, b } from './x.ts';\n"],
    [
      "import type { a } from './x.ts';\n",
      "import type { a } from './x.ts';\nimport { b } from './x.ts';\n",
    ],
    ["import y from './y.ts';", "import y from './y.ts';\nimport { b } from './x.ts';"],
    ['const c = 1;', "import { b } from './x.ts';\n\nconst c = 1;"],
  ] as const) {
    const source = parse(before);
    source.addImport('b', './x.ts');
    // Two new fields may need the same function.
    source.addImport('b', './x.ts');
    assert.equal(source.edited(), expected);
  }
});

test('the error for a missing place names it, the file and the recipe', () => {
  assert.equal(
    parse('').lacks('itemFeature(…)').message,
    'features/things/server.ts has no itemFeature(…): make this change by hand, as in docs/a.md',
  );
});
