import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ServerFeature } from '#server/feature.ts';
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
import { completeValues, requiredValues } from './sample-values.ts';

type Further = Parameters<typeof testItemPermissions>[0]['further'];

/**
 * Tests what the server does with the items of a feature, with values for its fields: it stores, exports and imports
 * them, nobody else may read or change them, and no query reads a whole table. `further` are the feature's additional
 * endpoints, whose access is tested too. Behaviour that does not depend on the fields is tested in server/items.
 */
export async function testItemStore(feature: ServerFeature, kind: ItemKind, further?: Further) {
  const server = await startTestServer({ features: [feature] });
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
  const anItem = withArticle(inWords(kind.one));

  test(`${anItem} is created, listed, changed, deleted and restored`, async () => {
    const person = await server.signUp();
    const created = await save(person, kind.create, { body: complete });
    assert.partialDeepStrictEqual(created, complete);
    assert.deepEqual(await list(person), [created]);
    const params = { id: created.id };
    const changed = await save(person, kind.update, { params, body: required });
    assert.partialDeepStrictEqual(changed, { ...complete, ...required, version: 2 });
    await person.call(kind.remove, { params });
    assert.deepEqual(await list(person), []);
    const restored = await save(person, kind.restore, { params });
    assert.partialDeepStrictEqual(restored, { ...complete, version: 3 });
  });

  test('a missing required field is reported under its name', async () => {
    const person = await server.signUp();
    const missing = Object.keys(required).map((name) => [
      name,
      fieldRuleMessages.required(kind.fields[name]?.label ?? ''),
    ]);
    const outcome = await person.send(kind.create, { body: {} });
    if (missing.length === 0) return assert.equal(outcome.status, 201);
    assert.ok(!outcome.ok);
    assert.deepEqual([outcome.status, outcome.fields], [400, Object.fromEntries(missing)]);
  });

  test(`${anItem} is exported, and imported into another account`, async () => {
    const [one, other] = [await server.signUp(), await server.signUp()];
    await save(one, kind.create, { body: complete });
    assert.deepEqual(await importExport(other, await readExport(one)), { added: 1, uploads: 0 });
    const [imported] = await list(other);
    assert.partialDeepStrictEqual(imported, complete);
  });

  if (kind.photo)
    test(`the photo of ${anItem} belongs to its owner and goes when it is removed`, async () => {
      const [owner, other] = [await server.signUp(), await server.signUp()];
      const photo_path = (await owner.call(kit.upload, { body: await pictureUpload() })).filePath;
      const body = { ...complete, photo_path };
      assert.equal((await other.error(kind.create, { body })).status, 400);
      const { id } = await save(owner, kind.create, { body });
      const params = { path: photo_path };
      await owner.call(kit.readFile, { params });
      await save(owner, kind.update, { params: { id }, body: { ...required, photo_path: null } });
      assert.equal((await owner.error(kit.readFile, { params })).status, 404);
    });

  testItemPermissions({ server, kind, body: complete, ...(further && { further }) });
  testQueryPlans(server, statements);

  type Saved = { id: string } & Record<string, unknown>;

  async function save(person: Person, endpoint: Endpoint, options: object) {
    const response = (await person.call(endpoint, options)) as Record<string, Saved>;
    return response[kind.one] as Saved;
  }

  async function list(person: Person) {
    const response = (await person.call(kind.list)) as Record<string, Saved[]>;
    return response[kind.many] ?? [];
  }
}
