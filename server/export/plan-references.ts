import { setImmediate } from 'node:timers/promises';
import type { Query } from '#server/database/database.ts';
import { badFields } from '#server/errors/errors.ts';
import { referencesIn, titleFieldIn } from '#shared/described-fields.ts';
import type { PortableItem } from '#shared/export.ts';
import { importFieldMessages as m } from '#shared/export-messages.ts';
import type { ItemFields, ReferenceField } from '#shared/fields.ts';
import { inWords } from '#shared/words.ts';
import type { DeriveId } from './portable.ts';

/** Below the limit of both engines for values in one statement. Each target has two ids. */
const TARGETS_AT_ONCE = 100;

/** Replaces the references of an item by ids of this account. */
export type MapReferences = (fields: ItemFields, item: PortableItem) => PortableItem;

/** What is known here about the ids of a kind in a file. */
type Targets = {
  /** The ids here by the ids in the file. */
  here: Map<string, string>;
  /** The ids that somebody else's items have here. */
  others: Set<string>;
};

/** Collects what the items of an import refer to, and then finds the ids here. */
export function collectReferences(derive: DeriveId) {
  const wanted = new Map<string, Set<string>>();
  /** The first item for each reference that must not be null, by field and id. */
  const needed = new Map<string, { field: ReferenceField; id: string; title: string }>();

  return {
    /** Adds the references of an item that the import adds. */
    add(fields: ItemFields, item: PortableItem) {
      for (const field of referencesIn({ fields })) {
        const id = item[field.name];
        if (typeof id !== 'string') continue;
        const ofKind = wanted.get(field.to) ?? new Set();
        wanted.set(field.to, ofKind.add(id));
        const key = `${field.to} ${field.whenDeleted} ${id}`;
        if (!field.isRequired || needed.has(key)) continue;
        const title = String(item[titleFieldIn({ fields })?.name ?? ''] ?? '');
        needed.set(key, { field, id, title });
      }
    },

    /**
     * Finds the items: in the import, whose ids by kind are `added`, or in the account, which may have imported them
     * earlier. Throws if a required one is missing, and names the item that refers to it.
     */
    async find(
      query: Query,
      userId: string,
      added: Map<string, Map<string, { id: string }>>,
    ): Promise<MapReferences> {
      const found = new Map<string, Targets>();
      for (const [kind, ids] of wanted)
        found.set(kind, await findTargets(query, userId, { kind, ids, added: added.get(kind) }));
      for (const { field, id, title } of needed.values())
        if (idHere(found, field, id) === null)
          throw badFields({ items: m.referenceMissing(title, inWords(field.label)) });
      return (fields, item) => {
        const mapped: PortableItem = { ...item };
        for (const field of referencesIn({ fields })) {
          const id = item[field.name];
          if (typeof id === 'string') mapped[field.name] = idHere(found, field, id);
        }
        return mapped;
      };
    },
  };

  async function findTargets(
    query: Query,
    userId: string,
    { kind, ids, added }: { kind: string; ids: Set<string>; added?: Map<string, { id: string }> },
  ) {
    const here = new Map<string, string>();
    const others = new Set<string>();
    const newIds = new Set([...(added?.values() ?? [])].map(({ id }) => id));
    const unknown: { id: string; derived: string }[] = [];
    for (const id of ids) {
      const derived = derive(kind, id);
      const planned = added?.get(id)?.id ?? [id, derived].find((one) => newIds.has(one));
      if (planned) here.set(id, planned);
      else unknown.push({ id, derived });
    }
    for (let start = 0; start < unknown.length; start += TARGETS_AT_ONCE) {
      const slice = unknown.slice(start, start + TARGETS_AT_ONCE);
      const rows = await query
        .selectFrom(kind as 'deletions')
        .select(['id', 'user_id'])
        .where(
          'id',
          'in',
          slice.flatMap(({ id, derived }) => [id, derived]),
        )
        .execute();
      const own = new Set(rows.filter(({ user_id }) => user_id === userId).map(({ id }) => id));
      for (const row of rows) if (!own.has(row.id)) others.add(row.id);
      for (const { id, derived } of slice) {
        const known = [id, derived].find((one) => own.has(one));
        if (known) here.set(id, known);
      }
      // Lets others read and write in between, as no transaction is open.
      if (!query.isTransaction) await setImmediate();
    }
    return { here, others };
  }
}

/** Returns the id that a reference gets. A missing item leaves null, or its id if that is to be kept. */
function idHere(found: Map<string, Targets>, { to, whenDeleted }: ReferenceField, id: string) {
  const targets = found.get(to);
  const known = targets?.here.get(id);
  if (known) return known;
  return whenDeleted === 'keep' && !targets?.others.has(id) ? id : null;
}
