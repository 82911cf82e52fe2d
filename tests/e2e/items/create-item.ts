import type { APIRequestContext } from '@playwright/test';
import { itemKinds } from '#features/contract.ts';
import { fieldsIn, referencesIn } from '#shared/described-fields.ts';
import type { ReferenceField } from '#shared/fields.ts';
import type { ItemKind } from '#shared/items.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import type { TestPerson } from '#tests/support/test-people.ts';
import { sampleOf } from './item-form.ts';

/** Creates an item on the server, with a value in every field, and before it the items that it must refer to. */
export async function createItem(
  request: APIRequestContext,
  person: TestPerson,
  kind: ItemKind,
): Promise<{ id: string; title: string }> {
  const [titleField, ...others] = fieldsIn(kind);
  const title = 'Example';
  const data: Record<string, unknown> = {
    [titleField?.name ?? '']: title,
    ...(await createReferred(request, person, kind, ({ isRequired }) => isRequired)),
  };
  for (const field of others) if (field.kind !== 'reference') data[field.name] = sampleOf(field);
  const headers = { Authorization: `Bearer ${person.token}` };
  const response = await request.post(kind.create.path, { data, headers });
  expect(response.status()).toBe(201);
  return { id: (await response.json())[kind.one].id, title };
}

/** Creates an item for each field that refers to one. Returns their ids by the names of the fields. */
export async function createReferred(
  request: APIRequestContext,
  person: TestPerson,
  kind: ItemKind,
  isIncluded: (field: ReferenceField) => boolean = () => true,
) {
  const ids: Record<string, string> = {};
  for (const field of referencesIn(kind).filter(isIncluded))
    ids[field.name] = (await createItem(request, person, kindNamed(field.to))).id;
  return ids;
}

/** Returns the kind that a field refers to. */
export function kindNamed(many: string): ItemKind {
  const kinds: readonly ItemKind[] = itemKinds;
  const kind = kinds.find((one) => one.many === many);
  if (!kind) throw new Error(`features/contract.ts has no ${many}`);
  return kind;
}
