import { type NewFeature, sampleOf } from './feature.ts';

/** Writes the test of the API: what it stores, and who may use it. */
export function apiTestFile({ names, fields, photo }: NewFeature) {
  const { one, many, pascalOne, pascalMany, camelOne, camelMany, aOne } = names;
  const [title] = fields;
  const required = fields.filter(({ isRequired, type }) => isRequired && type !== 'boolean');
  const list = `list${pascalMany}`;
  const create = `create${pascalOne}`;
  const update = `update${pascalOne}`;
  return `import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { testItemPermissions } from '#server/testing/item-permissions.ts';
${photo ? "import { pictureUpload } from '#server/testing/pictures.ts';\n" : ''}import { ${camelOne}Endpoints, ${camelOne}Items } from '../contract.ts';
import { ${camelMany} } from './feature.ts';

const server = await startTestServer({ features: [${camelMany}] });
after(server.stop);

const complete = { ${fields.map((field) => `${field.name}: ${literal(sampleOf(field))}`).join(', ')} } as const;
const changed = { ${required.map((field) => `${field.name}: ${literal(field === title ? 'Changed' : sampleOf(field))}`).join(', ')} } as const;

test('${aOne} is created, listed, changed, deleted and restored', async () => {
  const person = await server.signUp();
  const created = (await person.call('${create}', { body: complete })).${one};
  assert.partialDeepStrictEqual(created, complete);
  assert.deepEqual((await person.call('${list}')).${many}, [created]);
  const params = { id: created.id };
  const updated = await person.call('${update}', { params, body: changed });
  assert.deepEqual([updated.${one}.${title.name}, updated.${one}.version], ['Changed', 2]);
  await person.call('delete${pascalOne}', { params });
  const restored = await person.call('restore${pascalOne}', { params });
  assert.equal(restored.${one}.${title.name}, 'Changed');
});

test('a missing required field is reported under its name', async () => {
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
testItemPermissions({
  server,
  endpoints: ${camelOne}Endpoints,
  items: ${camelOne}Items,
  body: complete,
});
`;
}

const literal = (value: string | number | boolean) =>
  typeof value === 'string' ? `'${value}'` : String(value);
