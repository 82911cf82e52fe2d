import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDeclaration, addHandler, addPermissions, register } from './endpoint-edits.ts';
import { namesOf } from './names.ts';
import { parseSource } from './source.ts';

const names = namesOf('plants');
const constant = 'plantEndpoints';
const endpoint = {
  name: 'waterPlant',
  path: '/api/plants/:id/water',
  file: 'water-plant',
  summary: 'Water a plant',
} as const;
const parse = (text: string) => parseSource('server.ts', text, 'docs/a.md');

/** Returns a text with single spaces, as an edit leaves it. */
function edited(text: string, edit: (source: ReturnType<typeof parse>) => void) {
  const source = parse(text);
  edit(source);
  return source.edited().replaceAll(/\s+/g, ' ').trim();
}

test('an endpoint is declared beside others, under any name of their constant', () => {
  const text = 'export const mine = defineEndpoints({ a: { method: "GET" } });';
  const result = edited(text, (source) =>
    assert.equal(addDeclaration(source, { names }, endpoint), 'mine'),
  );
  assert.match(result, /^import \* as v from 'valibot';/);
  assert.match(result, /a: \{ method: "GET" \}, waterPlant: \{ method: 'POST', path: '\/api/);
  assert.throws(() => addDeclaration(parse('const a = {};'), { names }, endpoint), /has no export/);
});

test('endpoints are registered once', () => {
  const registered = 'export const featureEndpoints = { ...plantEndpoints } satisfies All;';
  const add = (source: ReturnType<typeof parse>) => register(source, { constant, from: './p.ts' });
  assert.equal(edited(registered, add), registered);
  assert.equal(
    edited('export const featureEndpoints = {};', add),
    "import { plantEndpoints } from './p.ts'; export const featureEndpoints = { ...plantEndpoints, };",
  );
});

const HANDLER =
  'api.handle(plantEndpoints.waterPlant, async ({ caller, params }) => ({ plant: await store.read(caller.user.id, params.id), }));';
for (const [text, expected] of [
  [
    'itemFeature(plants, {});',
    `itemFeature(plants, {}, { endpoints: plantEndpoints, addRoutes(api, { store }) { ${HANDLER} } }, );`,
  ],
  [
    'itemFeature(plants, m, { seedDemo });',
    `itemFeature(plants, m, { seedDemo, endpoints: plantEndpoints, addRoutes(api, { store }) { ${HANDLER} }, });`,
  ],
  [
    'itemFeature(plants, m, { endpoints: plantEndpoints, addRoutes(api, { database }) { a(); } });',
    `itemFeature(plants, m, { endpoints: plantEndpoints, addRoutes(api, { database, store, }) { a(); ${HANDLER} } });`,
  ],
  [
    'itemFeature(plants, m, { endpoints: plantEndpoints, addRoutes: (api) => { a(); } });',
    `itemFeature(plants, m, { endpoints: plantEndpoints, addRoutes: (api, { store }) => { a(); ${HANDLER} } });`,
  ],
  [
    'itemFeature(plants, m, { endpoints: plantEndpoints, addRoutes(api, parts) {} });',
    `itemFeature(plants, m, { endpoints: plantEndpoints, addRoutes(api, parts) { ${HANDLER.replace('store.', 'parts.store.')} } });`,
  ],
] as const)
  test(`a handler is added to ${text}`, () => {
    const result = edited(text, (source) => addHandler(source, { constant, endpoint, names }));
    assert.equal(result, `import { plantEndpoints } from './endpoints.ts'; ${expected}`);
  });

for (const text of [
  'itemFeature(plants);',
  'itemFeature(plants, m, parts());',
  'itemFeature(plants, m, { endpoints: others });',
  'itemFeature(plants, m, { endpoints: plantEndpoints, addRoutes });',
])
  test(`a handler cannot be added to ${text}`, () => {
    assert.throws(() => addHandler(parse(text), { constant, endpoint, names }), {
      message: /^server\.ts has no .+: make this change by hand, as in docs\/a\.md$/,
    });
  });

test('the table of permissions gets a row, aligned with the others', () => {
  const add = (name: string) => (source: ReturnType<typeof parse>) =>
    addPermissions(source, { constant, endpoint: { ...endpoint, name } });
  const first = parse('testItemStore(a, b);');
  add('waterPlantSlowly')(first);
  const second = parse(first.edited());
  add('feedPlant')(second);
  const [one, other] = second.edited().match(/^ {4}\w+ +401.+?401(?=`|$)/gm) ?? [];
  assert.equal(one?.length, other?.length);
  assert.match(second.edited(), /feedPlant {15}401 {4}200 {4}404 {4}404 {4}401 {7}401 {8}401`/);
  const text = "testItemStore(a, b, { endpoints: plantEndpoints, table: 'x 401', requests: {} });";
  assert.match(edited(text, add('feedPlant')), /table: ` x 401 feedPlant 401 .+ 401`, requests/);
  assert.throws(
    () => add('x')(parse('testItemStore(a, b, { endpoints: c, table: "" })')),
    /has no/,
  );
});
