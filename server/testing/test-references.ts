import assert from 'node:assert/strict';
import { test } from 'node:test';
import { referencesIn } from '#shared/described-fields.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { ItemKind } from '#shared/items.ts';
import { fieldRuleMessages } from '#shared/messages.ts';
import { withArticle } from '#shared/with-article.ts';
import { inWords } from '#shared/words.ts';
import type { Person, TestServer } from './harness.ts';
import { createReferred, kindOf } from './referred-items.ts';

type Saved = { id: string } & Record<string, unknown>;

/** Tests the references of a kind: that nobody refers to others' items, and what happens when an item is deleted. */
export function testReferences({
  server,
  kind,
  kinds,
  values,
}: {
  server: TestServer;
  kind: ItemKind;
  kinds: readonly ItemKind[];
  /** Valid values of the other fields. */
  values: object;
}) {
  for (const field of referencesIn(kind)) {
    const anItem = withArticle(inWords(kind.one));
    const referred = kindOf(kinds, field);

    test(`${anItem} cannot refer to somebody else’s item as "${field.label}"`, async () => {
      const [owner, other] = [await server.signUp(), await server.signUp()];
      const [own, foreign] = [
        await createReferred(owner, kind, kinds),
        await createReferred(other, kind, kinds),
      ];
      const body = { ...values, ...own, [field.name]: foreign[field.name] };
      const { status, fields } = await owner.error(kind.create, { body });
      const message = fieldRuleMessages.referenceInvalid(field.label);
      assert.deepEqual([status, fields], [400, { [field.name]: message }]);
    });

    test(`"${field.label}" of ${anItem} follows its rule when the item it names is deleted`, async () => {
      const owner = await server.signUp();
      const own = await createReferred(owner, kind, kinds);
      const params = { id: own[field.name] ?? '' };
      const body = { ...values, ...own };
      const created = (await owner.call<Endpoint>(kind.create, { body: body as never })) as Record<
        string,
        Saved
      >;
      const { id } = created[kind.one] as Saved;
      if (field.whenDeleted === 'refuse') {
        assert.equal((await owner.error(referred.remove, { params })).status, 403);
        await owner.call(kind.remove, { params: { id } });
        await owner.call(referred.remove, { params });
        return;
      }
      await owner.call(referred.remove, { params });
      const left = field.whenDeleted === 'keep' ? params.id : null;
      assert.equal((await find(owner, id))?.[field.name], left);
      await owner.call(referred.restore, { params });
      assert.equal((await find(owner, id))?.[field.name], params.id);
    });
  }

  async function find(person: Person, id: string) {
    const response = (await person.call(kind.list)) as Record<string, Saved[]>;
    return response[kind.many]?.find((item) => item.id === id);
  }
}
