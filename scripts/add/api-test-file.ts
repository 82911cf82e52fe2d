import { type NewFeature, sampleOf } from './feature.ts';

/** Writes the test of the API: what it stores, and who may use it. */
export function apiTestFile({ names, fields, photo }: NewFeature) {
  const { one, many, pascalOne, pascalMany, camelOne, camelMany, aOne } = names;
  const [title] = fields;
  const required = fields.filter(({ isRequired, type }) => isRequired && type !== 'boolean');
  const endpoints = [
    `list${pascalMany}`,
    `create${pascalOne}`,
    `update${pascalOne}`,
    `delete${pascalOne}`,
    `restore${pascalOne}`,
  ];
  const width = Math.max(...endpoints.map(({ length }) => length)) + 2;
  const row = (name = '', statuses: string) => `    ${name.padEnd(width)}${statuses}`;
  const [list, create, update, remove, restore] = endpoints;
  return `import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { SECRET_TEXT, testPermissions } from '#server/testing/permissions.ts';
${photo ? "import { pictureUpload } from '#server/testing/pictures.ts';\n" : ''}import { ${camelOne}Endpoints } from '../contract.ts';
import { ${camelMany} } from './feature.ts';

const server = await startTestServer({ features: [${camelMany}] });
after(server.stop);

const complete = { ${fields.map((field) => `${field.name}: ${literal(sampleOf(field))}`).join(', ')} } as const;
const changed = { ${required.map((field) => `${field.name}: ${literal(field === title ? 'Changed' : sampleOf(field))}`).join(', ')} } as const;

test('${aOne} is created, listed, changed, deleted and restored', async () => {
  const person = await server.signUp();
  const created = (await person.call('${create}', { body: complete })).${one};
  assert.deepEqual({ ...created, ...complete }, created);
  assert.deepEqual((await person.call('${list}')).${many}, [created]);
  const params = { id: created.id };
  const updated = await person.call('${update}', { params, body: changed });
  assert.deepEqual([updated.${one}.${title.name}, updated.${one}.version], ['Changed', 2]);
  await person.call('${remove}', { params });
  const restored = await person.call('${restore}', { params });
  assert.equal(restored.${one}.${title.name}, 'Changed');
});

test('what is missing is named by its field', async () => {
  const person = await server.signUp();
  const { status, fields } = await person.error('${create}', { body: {} });
  assert.deepEqual([status, fields], [400, { ${required.map(({ name, label }) => `${name}: '${label} is required'`).join(', ')} }]);
});
${
  photo
    ? `
test('the photo of ${aOne} belongs to its owner and goes when it is replaced', async () => {
  const [owner, other] = [await server.signUp(), await server.signUp()];
  const photo_path = (await owner.call('upload', { body: await pictureUpload() })).filePath;
  const body = { ...complete, photo_path };
  assert.equal((await other.error('${create}', { body })).status, 400);
  const created = (await owner.call('${create}', { body })).${one};
  const params = { id: created.id };
  await owner.call('${update}', { params, body: { ...changed, photo_path: null } });
  assert.equal((await owner.error('readFile', { params: { path: photo_path } })).status, 404);
});
`
    : ''
}
testPermissions({
  server,
  endpoints: ${camelOne}Endpoints,
  ownedTables: ['users', '${many}', 'deletions'],
  table: \`
${row('endpoint', 'anonymous  owner  other  admin  ended  recovery  signature')}
${row(list, '      401    200    200    200    401       401        401')}
${row(create, '      401    201    404    404    401       401        401')}
${[update, remove, restore].map((name) => row(name, '      401    200    404    404    401       401        401')).join('\n')}
  \`,
  requests: {
    ${list}: async ({ owner }) => ({ params: await ${camelOne}Of(owner) }),
    ${create}: async ({ owner }) => ({ body: { ...changed, ...(await ${camelOne}Of(owner)) } }),
    ${update}: async ({ owner }) => ({ params: await ${camelOne}Of(owner), body: changed }),
    ${remove}: async ({ owner }) => ({ params: await ${camelOne}Of(owner) }),
    ${restore}: async ({ owner }) => {
      const params = await ${camelOne}Of(owner);
      await owner.call('${remove}', { params });
      return { params };
    },
  },
});

async function ${camelOne}Of(owner: Awaited<ReturnType<typeof server.signUp>>) {
  const body = { ...complete, ${title.name}: SECRET_TEXT };
  return { id: (await owner.call('${create}', { body })).${one}.id };
}
`;
}

const literal = (value: string | number | boolean) =>
  typeof value === 'string' ? `'${value}'` : String(value);
