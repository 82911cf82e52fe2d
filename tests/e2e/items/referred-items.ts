import type { APIRequestContext } from '@playwright/test';
import { itemKinds } from '#features/contract.ts';
import { fieldsIn } from '#shared/described-fields.ts';
import type { ItemKind } from '#shared/items.ts';
import type { TestPerson } from '#tests/support/test-people.ts';
import { sampleOf } from './item-form.ts';

/** Creates an item for each field that refers to one. Returns their ids by the names of the fields. */
export async function createReferred(
  request: APIRequestContext,
  person: TestPerson,
  kind: ItemKind,
  isIncluded = (_isRequired: boolean) => true,
): Promise<Record<string, string>> {
  const ids: Record<string, string> = {};
  for (const field of fieldsIn(kind)) {
    if (field.kind !== 'reference' || !isIncluded(field.isRequired)) continue;
    const referred = itemKinds.find(({ many }) => many === field.to);
    if (!referred)
      throw new Error(`${kind.many}.${field.name} refers to ${field.to}, which is no kind`);
    ids[field.name] = await create(request, person, referred);
  }
  return ids;
}

async function create(request: APIRequestContext, person: TestPerson, kind: ItemKind) {
  const values = fieldsIn(kind)
    .filter(({ isRequired }) => isRequired)
    .map((field) => [field.name, sampleOf(field)]);
  const required = await createReferred(request, person, kind, (isRequired) => isRequired);
  const response = await request.post(kind.list.path, {
    headers: { Authorization: `Bearer ${person.token}` },
    data: { ...Object.fromEntries(values), ...required },
  });
  const saved: Record<string, { id: string }> = await response.json();
  const item = saved[kind.one];
  if (!item) throw new Error(`${kind.one} was not created: ${JSON.stringify(saved)}`);
  return item.id;
}
