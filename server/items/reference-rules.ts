import type { Database, InTransaction } from '#server/database/database.ts';
import { inUse, notFound } from '#server/errors/errors.ts';
import type { Changes } from '#server/sync/changes.ts';
import { countInWords } from '#shared/count-in-words.ts';
import type { ItemKind } from '#shared/items.ts';
import { itemErrors, fieldRuleMessages as m } from '#shared/messages.ts';
import type { FieldErrors } from '#shared/validate.ts';
import { inWords } from '#shared/words.ts';
import { createReferenceRows } from './reference-rows.ts';
import { type Reference, referencesOf } from './references.ts';

/** The property of a deleted row that says which references its deletion cleared. No column has such a name. */
const CLEARED = 'cleared references';
/** How many cleared references of a column a deletion keeps. The others stay null when it is undone. */
const CLEARED_KEPT = 10_000;

/** A reference whose item is gone, or belongs to somebody else. */
type Broken = { reference: Reference; isGone: boolean };

/**
 * Returns the functions that apply the rules of references when items of a kind are stored, deleted and restored. `all`
 * are the references of all kinds. Without references, they run no statement.
 */
export function createReferences(
  kind: ItemKind,
  { all, database, changes }: { all: Reference[]; database: Database; changes: Changes },
) {
  const rows = createReferenceRows(database, changes);
  const own = referencesOf(kind).map((reference) => ({
    reference,
    ownerOf: rows.prepareOwner(reference.to),
  }));
  const incoming = all.filter(({ to }) => to === kind.many);
  const refusing = incoming.filter(({ whenDeleted }) => whenDeleted === 'refuse');
  const users = [...Map.groupBy(refusing, ({ table }) => table).values()].map((references) => ({
    ...(references[0] as Reference),
    count: rows.prepareCount(references as [Reference, ...Reference[]]),
  }));
  const clearing = incoming
    .filter(({ whenDeleted }) => whenDeleted === 'clear')
    .map((reference) => ({ reference, clear: rows.prepareClear(reference) }));

  return {
    /**
     * Checks the references of a new or changed item. Returns its values, without references that are cleared because
     * their item was deleted, and messages about the invalid ones. What was there `before` is not checked.
     */
    async check<Values extends Record<string, unknown>>(
      query: InTransaction,
      userId: string,
      values: Values,
      before: Record<string, unknown> = {},
    ) {
      const checked: Record<string, unknown> = { ...values };
      const invalid: FieldErrors = {};
      for (const { reference, isGone } of await findBroken(query, userId, values, before)) {
        const { column, label, whenDeleted } = reference;
        if (isGone && whenDeleted === 'clear') checked[column] = null;
        else if (!isGone || whenDeleted === 'refuse') invalid[column] = m.referenceInvalid(label);
      }
      return { values: checked as Values, invalid };
    },

    /** Throws if items refer to an item that cannot be deleted as long as they do. */
    async checkUnused(query: InTransaction, userId: string, id: string) {
      const names: string[] = [];
      for (const { one, table, count } of users) {
        const found = await count(query, userId, id);
        if (found > 0) names.push(countInWords({ one, many: table }, found));
      }
      if (names.length > 0) throw inUse(itemErrors.inUse(inWords(kind.one), names));
    },

    /** Clears the references to a deleted item. Returns what to keep with it for `restore`. */
    async clear(query: InTransaction, userId: string, id: string) {
      const cleared: Record<string, string[]> = {};
      for (const { reference, clear } of clearing) {
        const ids = await clear(query, userId, id);
        if (ids.length > 0) cleared[nameOf(reference)] = ids.slice(0, CLEARED_KEPT);
      }
      return Object.keys(cleared).length > 0 ? { [CLEARED]: cleared } : {};
    },

    /**
     * Returns the values of an item that is restored. A reference to an item that was deleted since is null, unless it
     * is kept. Throws if it is required: the item can then not be restored.
     */
    async mend<Values extends Record<string, unknown>>(
      query: InTransaction,
      userId: string,
      values: Values,
    ): Promise<Values> {
      const mended: Record<string, unknown> = { ...values };
      for (const { reference, isGone } of await findBroken(query, userId, values, {})) {
        const { column, whenDeleted, isRequired } = reference;
        if (isGone && whenDeleted === 'keep') continue;
        if (isRequired) throw notFound();
        mended[column] = null;
      }
      return mended as Values;
    },

    /** Sets the references again that the deletion of an item has cleared. Call it after the item was restored. */
    async restore(query: InTransaction, userId: string, id: string, deleted: object) {
      const cleared = (deleted as Record<string, Record<string, string[]> | undefined>)[CLEARED];
      for (const { reference } of clearing) {
        const ids = cleared?.[nameOf(reference)] ?? [];
        await rows.setAgain(query, userId, reference, { ids, value: id });
      }
    },
  };

  /** Finds the references of an item that are broken. An item may refer to itself before it is stored. */
  async function findBroken(
    query: InTransaction,
    userId: string,
    values: Record<string, unknown>,
    before: Record<string, unknown>,
  ) {
    const broken: Broken[] = [];
    for (const { reference, ownerOf } of own) {
      const id = values[reference.column];
      if (typeof id !== 'string' || id === before[reference.column]) continue;
      if (id === values.id && reference.to === reference.table) continue;
      const owner = await ownerOf(query, id);
      if (owner !== userId) broken.push({ reference, isGone: owner === undefined });
    }
    return broken;
  }
}

const nameOf = ({ table, column }: Reference) => `${table}.${column}`;
