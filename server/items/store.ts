import { randomUUIDv7 } from 'node:crypto';
import * as v from 'valibot';
import { now } from '#server/clock/clock.ts';
import { prepareRowCount } from '#server/database/count-rows.ts';
import type { InTransaction } from '#server/database/database.ts';
import type { Schema } from '#server/database/schema.ts';
import { badFields, conflict, limitReached, notFound } from '#server/errors/errors.ts';
import type { FeatureDependencies } from '#server/feature.ts';
import { type Cursor, LIST_START } from '#server/http/paged-response.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { fieldsSchema } from '#shared/field-schemas.ts';
import type { ItemKind, ItemOf } from '#shared/items.ts';
import { itemErrors } from '#shared/messages.ts';
import type { itemDeletion } from '#shared/sync.ts';
import type { FieldErrors } from '#shared/validate.ts';
import { inWords } from '#shared/words.ts';
import { createOwnedRows, type OwnedTable } from './owned-rows.ts';
import { createReferences } from './reference-rules.ts';
import { type AnyItem, prepareStatements } from './statements.ts';

export type ItemStore<Kind extends ItemKind> = ReturnType<typeof createItemStore<Kind>>;

type Page<Kind extends ItemKind> = ItemOf<Kind>[] | Promise<ItemOf<Kind>[]>;

type Saved<Kind extends ItemKind> = Record<Kind['one'], ItemOf<Kind>> & { seq: number };

type BodyOf<E extends Endpoint> = E extends { body: infer Body extends v.GenericSchema }
  ? v.InferOutput<Body>
  : never;

/** Stores the items of a kind. Each belongs to one user and has a version, and a photo if the kind has photos. */
export function createItemStore<Kind extends ItemKind>(
  kind: Kind,
  {
    database,
    ownership,
    changes,
    references: all,
    limits: { itemsPerUser },
  }: Pick<FeatureDependencies, 'database' | 'ownership' | 'changes' | 'references' | 'limits'>,
  ownedTables: OwnedTable[] = [],
) {
  const table = kind.many as keyof Schema;
  const statements = prepareStatements(kind, database);
  const count = prepareRowCount(database, table);
  const owned = createOwnedRows(ownedTables);
  const references = createReferences(kind, { all, database, changes });

  return {
    kind,

    /** Reads the newest items, or the newest that are older than `last`. The page after the last one is empty. */
    page: (userId: string, last: Cursor = LIST_START) =>
      statements.page(userId, last) as Page<Kind>,

    /** Reads one item. Throws 404 if the user has none with this id. */
    async read(userId: string, id: string) {
      const [item] = await statements.read(userId, id.toLowerCase());
      if (!item) throw notFound();
      return item as ItemOf<Kind>;
    },

    create: (userId: string, body: BodyOf<Kind['create']>) =>
      changes.write(userId, async (query, seq) => {
        const { id, photo_path = null, ...fields } = body as Partial<AnyItem>;
        if (id) await changes.checkNotDeleted(query, table, id);
        const time = now();
        const item = { ...fields, id: id ?? randomUUIDv7() };
        const { values, invalid } = await references.check(query, userId, item);
        const [created] = await statements.insert(query, {
          ...values,
          user_id: userId,
          photo_path,
          version: 1,
          created_at: time,
          updated_at: time,
          seq,
        });
        // The request is a repetition. If the id belongs to someone else, find() throws 404.
        if (!created) return saved(await find(query, userId, id as string), seq);
        throwInvalid(invalid);
        await checkLimit(query, userId);
        await ownership.changePhoto(query, userId, { from: null, to: photoOf(created) });
        return saved(created, seq);
      }),

    update: (userId: string, id: string, body: BodyOf<Kind['update']>) =>
      changes.write(userId, async (query, seq) => {
        const { version, photo_path, ...fields } = body as Partial<AnyItem>;
        const current = await find(query, userId, id);
        checkVersion(current, version);
        const item = { ...current, ...fields, id };
        const { values, invalid } = await references.check(query, userId, item, current);
        throwInvalid(invalid);
        const [updated] = await statements.change(query, {
          ...values,
          photo_path: photo_path === undefined ? photoOf(current) : photo_path,
          version: current.version + 1,
          updated_at: now(),
          seq,
        });
        await ownership.changePhoto(query, userId, {
          from: photoOf(current),
          to: photoOf(updated),
        });
        return saved(updated as AnyItem, seq);
      }),

    /** Deletes an item. `deletion` identifies the deletion for `restore`. */
    remove: (
      userId: string,
      id: string,
      { version, deletion }: v.InferOutput<typeof itemDeletion> = {},
    ) =>
      changes.write(userId, async (query, seq) => {
        const row = await find(query, userId, id);
        checkVersion(row, version);
        await references.checkUnused(query, userId, id);
        const ownedRows = await owned.remove(query, id);
        await query.deleteFrom(table).where('id', '=', id).execute();
        const cleared = await references.clear(query, userId, id);
        const kept = { ...row, ...ownedRows, ...cleared };
        const recorded = { user_id: userId, entity: table, row: kept, deletion_id: deletion, seq };
        await changes.recordDeletion(query, recorded);
        await ownership.changePhoto(query, userId, { from: photoOf(row), to: null });
      }),

    /** Restores a deleted item. Returns an item that is not deleted unchanged, so that requests can be repeated. */
    restore: (userId: string, id: string, deletion_id?: string) =>
      changes.write(userId, async (query, seq) => {
        const deletion = { user_id: userId, entity: table, id, deletion_id };
        const deleted = await changes.restore<AnyItem>(query, deletion);
        if (!deleted) return saved(await find(query, userId, id), seq);
        const photo_path = kind.photo
          ? await ownership.restorePhoto(query, userId, photoOf(deleted))
          : null;
        const [restored] = await statements.insert(query, {
          ...(await references.mend(query, userId, withEveryField(deleted))),
          user_id: userId,
          photo_path,
          version: deleted.version + 1,
          updated_at: now(),
          seq,
        });
        await owned.restore(query, deleted);
        await references.restore(query, userId, id, deleted);
        await checkLimit(query, userId);
        return saved(restored as AnyItem, seq);
      }),
  };

  /** Returns the response to a change: the item under its name, and the number of the change. */
  function saved(item: AnyItem, seq: number) {
    return { [kind.one]: item, seq } as Saved<Kind>;
  }

  function throwInvalid(fields: FieldErrors) {
    if (Object.keys(fields).length > 0) throw badFields(fields);
  }

  async function find(query: InTransaction, userId: string, id: string) {
    const [item] = await statements.find(query, userId, id);
    if (!item) throw notFound();
    return item;
  }

  /** Adds the fields that were added to the table after the deletion. Throws if one of them has no default. */
  function withEveryField(deleted: AnyItem) {
    const defaults: object = v.getDefaults(v.object(fieldsSchema(kind.fields).entries));
    const values = { ...defaults, ...deleted };
    if (Object.values<unknown>(values).includes(undefined)) throw notFound();
    return values;
  }

  /** Throws if the item has another version than the one to change or delete. */
  function checkVersion(item: AnyItem, version: number | undefined) {
    if (version !== undefined && version !== item.version)
      throw conflict(itemErrors.changedElsewhere(inWords(kind.one)), { [kind.one]: item });
  }

  /** Throws if a user has too many items, including the new one. The user's row is locked, so the limit is exact. */
  async function checkLimit(query: InTransaction, userId: string) {
    if ((await count(query, userId)) > itemsPerUser)
      throw limitReached(itemErrors.limitReached(inWords(kind.many), itemsPerUser));
  }
}

const photoOf = (item: AnyItem | undefined) => (item?.photo_path ?? null) as string | null;
