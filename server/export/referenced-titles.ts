import { sql } from 'kysely';
import type { Query } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import { referencesIn, titleFieldIn } from '#shared/described-fields.ts';
import type { PortableItem } from '#shared/export.ts';
import type { ItemFields } from '#shared/fields.ts';

type Kind = { table: keyof Schema; fields: ItemFields };

/** Below the limit of both engines for values in one statement. */
const IDS_AT_ONCE = 200;

/**
 * Reads the titles of what items of a kind refer to. Returns a function that replaces the ids in an item by them. The id
 * of a deleted item stays, as does one of an item without title.
 */
export async function readReferencedTitles(
  query: Query,
  userId: string,
  { kind, kinds, items }: { kind: Kind; kinds: Kind[]; items: PortableItem[] },
) {
  const references = referencesIn(kind);
  const titles = new Map<string, Map<string, string>>();
  for (const [name, fields] of Map.groupBy(references, ({ to }) => to)) {
    const target = kinds.find(({ table }) => table === name);
    const ids = items.flatMap((item) => fields.map((field) => item[field.name]));
    const wanted = new Set(ids.filter((id) => typeof id === 'string'));
    if (target) titles.set(name, await readTitles(query, userId, target, [...wanted]));
  }
  return (item: PortableItem): PortableItem => {
    const shown: PortableItem = { ...item };
    for (const { name, to } of references)
      shown[name] = titles.get(to)?.get(String(item[name])) || item[name];
    return shown;
  };
}

async function readTitles(query: Query, userId: string, { table, fields }: Kind, ids: string[]) {
  const column = titleFieldIn({ fields })?.name ?? 'id';
  const titles = new Map<string, string>();
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const rows = await query
      .selectFrom(table as 'deletions')
      .select(['id', sql.ref<string>(column).as('title')])
      .where('user_id', '=', userId)
      .where('id', 'in', ids.slice(start, start + IDS_AT_ONCE))
      .execute();
    for (const row of rows) titles.set(row.id, row.title);
  }
  return titles;
}
