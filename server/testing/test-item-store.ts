import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { itemKinds } from '#features/contract.ts';
import { features as registered } from '#features/server.ts';
import type { ServerFeature } from '#server/feature.ts';
import { referencesIn } from '#shared/described-fields.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { kit } from '#shared/endpoints.ts';
import type { ItemKind } from '#shared/items.ts';
import { fieldRuleMessages } from '#shared/messages.ts';
import { withArticle } from '#shared/with-article.ts';
import { inWords } from '#shared/words.ts';
import { compareTable } from './compare-table.ts';
import { importExport, readExport } from './exports.ts';
import { type Person, startTestServer } from './harness.ts';
import { testItemPermissions } from './item-permissions.ts';
import { pictureUpload } from './pictures.ts';
import { recordStatements, testQueryPlans } from './query-plans.ts';
import { createReferred, kindOf, withReferred } from './referred-items.ts';
import { completeValues, requiredValues } from './sample-values.ts';
import { testReferences } from './test-references.ts';

type Further = Parameters<typeof testItemPermissions>[0]['further'];

/**
 * Tests what the server does with the items of a feature, with values for its fields: it stores, exports and imports
 * them, nobody else may read or change them, and no query reads a whole table. `further` are the feature's additional
 * endpoints, whose access is tested too. Behaviour that does not depend on the fields is tested in server/items. Items
 * that it refers to are of one of the `kinds`, whose features are `among` the registered ones.
 */
export async function testItemStore(
  feature: ServerFeature,
  kind: ItemKind,
  further?: Further,
  {
    among = registered,
    kinds = itemKinds,
  }: { among?: ServerFeature[]; kinds?: readonly ItemKind[] } = {},
) {
  const server = await startTestServer({ features: withReferred(feature, among) });
  after(server.stop);
  // Leaves out the statements of migrations, which may read a whole table once.
  const statements = recordStatements();
  await server.restart();
  const tables = await server.query.introspection.getTables();
  const problems = compareTable(
    kind,
    tables.find(({ name }) => name === kind.many),
  );
  // Otherwise every test would fail without saying why.
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const complete = completeValues(kind);
  const required = requiredValues(kind);
  const references = referencesIn(kind);
  const refer = (person: Person) => createReferred(person, kind, kinds);
  const anItem = withArticle(inWords(kind.one));

  test(`${anItem} is created, listed, changed, deleted and restored`, async () => {
    const person = await server.signUp();
    const referred = await refer(person);
    const values = { ...complete, ...referred };
    const created = await save(person, kind.create, { body: values });
    assert.partialDeepStrictEqual(created, values);
    assert.deepEqual(await find(person, created.id), created);
    const params = { id: created.id };
    const change = { ...required, ...referred };
    const changed = await save(person, kind.update, { params, body: change });
    assert.partialDeepStrictEqual(changed, { ...values, ...change, version: 2 });
    await person.call(kind.remove, { params });
    assert.equal(await find(person, created.id), undefined);
    const restored = await save(person, kind.restore, { params });
    assert.partialDeepStrictEqual(restored, { ...values, version: 3 });
  });

  test('a missing required field is reported under its name', async () => {
    const person = await server.signUp();
    const missing = Object.entries(kind.fields)
      .filter(([, { isRequired }]) => isRequired)
      .map(([name, { label }]) => [name, fieldRuleMessages.required(label)]);
    const outcome = await person.send(kind.create, { body: {} });
    if (missing.length === 0) return assert.equal(outcome.status, 201);
    assert.ok(!outcome.ok);
    assert.deepEqual([outcome.status, outcome.fields], [400, Object.fromEntries(missing)]);
  });

  test(`${anItem} is exported, and imported into another account`, async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    await save(one, kind.create, { body: { ...complete, ...(await refer(one)) } });
    const exported = await readExport(one);
    const added = Object.values(exported.everything.items).flat().length;
    assert.deepEqual(await importExport(other, exported), { added, uploads: 0 });
    // Those that it refers to may be of the same kind, with fewer values.
    const imported = (await list(other)).find(
      (item) =>
        Object.entries(complete).every(([name, value]) => item[name] === value) &&
        references.every(({ name }) => item[name] !== null),
    );
    assert.ok(imported);
    for (const field of references) {
      const items = await list(other, kindOf(kinds, field));
      assert.ok(items.some(({ id }) => id === imported[field.name]));
    }
  });

  if (kind.photo)
    test(`the photo of ${anItem} belongs to its owner and goes when it is removed`, async () => {
      const [owner, other] = [await server.signUp(), await server.signUp()];
      const photo_path = (await owner.call(kit.upload, { body: await pictureUpload() })).filePath;
      const body = { ...complete, ...(await refer(owner)), photo_path };
      assert.equal((await other.error(kind.create, { body })).status, 400);
      const { id } = await save(owner, kind.create, { body });
      const params = { path: photo_path };
      await owner.call(kit.readFile, { params });
      await save(owner, kind.update, { params: { id }, body: { ...body, photo_path: null } });
      assert.equal((await owner.error(kit.readFile, { params })).status, 404);
    });

  testReferences({ server, kind, kinds, values: complete });
  testItemPermissions({ server, kind, body: complete, refer, ...(further && { further }) });
  testQueryPlans(server, statements);

  type Saved = { id: string } & Record<string, unknown>;

  async function save(person: Person, endpoint: Endpoint, options: object) {
    const response = (await person.call(endpoint, options)) as Record<string, Saved>;
    return response[kind.one] as Saved;
  }

  async function list(person: Person, { list, many }: Pick<ItemKind, 'list' | 'many'> = kind) {
    const response = (await person.call(list)) as Record<string, Saved[]>;
    return response[many] ?? [];
  }

  async function find(person: Person, id: string) {
    return (await list(person)).find((item) => item.id === id);
  }
}
