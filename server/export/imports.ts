import { setImmediate } from 'node:timers/promises';
import type { InferOutput } from 'valibot';
import { fromNow, now } from '#server/clock.ts';
import type { Config } from '#server/config.ts';
import type { Database, InTransaction, Query } from '#server/database/database.ts';
import { lockUser } from '#server/database/lock-user.ts';
import { badFields, conflict, limitReached } from '#server/errors.ts';
import type { PhotoOwnership } from '#server/files/ownership.ts';
import { type CreateCounter, createLimiter, type Limit, limitIn } from '#server/http/rate-limit.ts';
import type { Changes } from '#server/sync/changes.ts';
import type { importBatch, importEnd, PortableItem } from '#shared/export.ts';
import { exportErrors, importFieldMessages as m } from '#shared/export-messages.ts';
import { checkedItem } from './checked-item.ts';
import type { MissingItem, Portable, PortableEntity } from './portable.ts';

/** An import that is not completed by then is forgotten, as are its photos. */
const LIFETIME_HOURS = 24;
const LIMIT = { attempts: 20, minutes: 60 };
const BATCH_LIMIT = { attempts: 10_000, minutes: 60 };

export type Imports = ReturnType<typeof createImports>;

/** Collects the items of imports and adds those of one import together. */
export function createImports({
  config: { mode, limits },
  database: { engine, query },
  createCounter,
  portable,
  ownership,
  changes,
}: {
  config: Pick<Config, 'mode' | 'limits'>;
  database: Database;
  createCounter: CreateCounter;
  portable: Portable;
  ownership: PhotoOwnership;
  changes: Changes;
}) {
  const limiterOf = (name: string, limit: Limit) =>
    createLimiter(createCounter, name, limitIn(mode, limit));
  const limiter = limiterOf('import', LIMIT);
  const batchLimiter = limiterOf('import-batch', BATCH_LIMIT);

  return {
    /**
     * Stores the items of a batch that the account does not have yet. They are not visible before the import is
     * completed. Returns their photos.
     */
    async stage(
      userId: string,
      { id, part, entity: name, items }: InferOutput<typeof importBatch>,
    ) {
      const entity = portable.find(name);
      if (!entity) throw badFields({ entity: m.entityUnknown });
      await batchLimiter.count(userId);
      const valid = items.map((item) => checkedItem(entity, item));
      const derive = await portable.idsOf(userId);
      return query.transaction().execute(async (query) => {
        await lockUser(engine, query, userId);
        await query
          .deleteFrom('imports')
          .where('user_id', '=', userId)
          // Another import was not completed.
          .where((where) => where.or([where('import_id', '!=', id), where('part', '=', part)]))
          .execute();
        const missing = await portable.missing(query, userId, entity, valid, derive);
        await query
          .insertInto('imports')
          .values({
            user_id: userId,
            import_id: id,
            part,
            entity: entity.table,
            items: JSON.stringify(missing.map(({ item }) => item)),
            item_count: missing.length,
            created_at: now(),
          })
          .execute();
        await checkRoom(query, userId, entity, await stagedCount(query, userId, entity));
        return { photos: photosOf(missing, derive) };
      });
    },

    /** Adds the items of all batches in one transaction: all of them, or none. */
    async complete(userId: string, { id, parts }: InferOutput<typeof importEnd>) {
      // Only what adds items counts. Before the transaction, in which counting would take a second connection.
      await checkBatches(query, userId, id, parts);
      await limiter.count(userId);
      const derive = await portable.idsOf(userId);
      return changes.write(userId, async (query) => {
        await checkBatches(query, userId, id, parts);
        let added = 0;
        for (let part = 0; part < parts; part++) {
          const batch = await batchesOf(query, userId, id)
            .select(['entity', 'items'])
            .where('part', '=', part)
            .executeTakeFirstOrThrow();
          added += await add(query, userId, batch, derive);
          // Lets others read meanwhile.
          await setImmediate();
        }
        for (const entity of portable.entities()) await checkRoom(query, userId, entity, 0);
        await query.deleteFrom('imports').where('user_id', '=', userId).execute();
        return { added };
      });
    },

    /** Forgets imports that were not completed. */
    async sweep(query: Query) {
      await query
        .deleteFrom('imports')
        .where('created_at', '<', fromNow({ hours: -LIFETIME_HOURS }))
        .execute();
    },
  };

  async function add(
    query: InTransaction,
    userId: string,
    batch: { entity: string; items: string },
    derive: (kind: string, name: string) => string,
  ) {
    const items: PortableItem[] = JSON.parse(batch.items);
    const entity = portable.find(batch.entity);
    // The feature was removed since.
    if (!entity) throw badFields({ entity: m.entityUnknown });
    if (items.length === 0) return 0;
    const missing = await portable.missing(query, userId, entity, items, derive);
    if (missing.length === 0) return 0;
    const paths = await uploadedPaths(query, userId, photosOf(missing, derive));
    const firstSeq = await changes.reserve(query, userId, missing.length);
    const rows = missing.map((one, index) => ({
      ...one,
      photoPath: one.item.photo_path && (paths.get(one.item.photo_path) ?? throwPhotoMissing()),
      seq: firstSeq + index,
    }));
    await portable.insert(query, userId, entity, rows);
    for (const path of new Set(paths.values()))
      await ownership.changePhoto(query, userId, { from: null, to: path });
    return missing.length;
  }

  /** Finds the uploads of an import. Returns their paths by the paths that the photos had before. */
  async function uploadedPaths(
    query: InTransaction,
    userId: string,
    photos: ReturnType<typeof photosOf>,
  ) {
    if (photos.length === 0) return new Map<string, string>();
    const uploads = await query
      .selectFrom('files')
      .select(['upload_id', 'path'])
      .where('user_id', '=', userId)
      .where(
        'upload_id',
        'in',
        photos.map(({ upload_id }) => upload_id),
      )
      .where('removed_at', 'is', null)
      .execute();
    const byUpload = new Map(uploads.map(({ upload_id, path }) => [upload_id, path]));
    return new Map(
      photos.map(({ photo_path, upload_id }) => [
        photo_path,
        byUpload.get(upload_id) ?? throwPhotoMissing(),
      ]),
    );
  }

  /** Counts the items of a kind that the import of a person will add. */
  async function stagedCount(query: InTransaction, userId: string, { table }: PortableEntity) {
    const { count } = await query
      .selectFrom('imports')
      .select(({ fn }) => fn.sum<number>('item_count').as('count'))
      .where('user_id', '=', userId)
      .where('entity', '=', table)
      .executeTakeFirstOrThrow();
    return count;
  }

  /** Throws if a person has too many items of a kind, including `more`. */
  async function checkRoom(
    query: InTransaction,
    userId: string,
    { count }: PortableEntity,
    more: number,
  ) {
    if ((await count(query, userId)) + more > limits.itemsPerUser)
      throw limitReached(exportErrors.importRoom(limits.itemsPerUser));
  }
}

const batchesOf = (query: Query, userId: string, id: string) =>
  query.selectFrom('imports').where('user_id', '=', userId).where('import_id', '=', id);

/** Throws if a batch of an import is missing. */
async function checkBatches(query: Query, userId: string, id: string, parts: number) {
  const { staged } = await batchesOf(query, userId, id)
    .select(({ fn }) => fn.countAll<number>().as('staged'))
    .where('part', '<', parts)
    .executeTakeFirstOrThrow();
  if (staged !== parts) throw conflict(exportErrors.importIncomplete, {});
}

/** Lists the photos of items once each, with the ids of their uploads. */
function photosOf(missing: MissingItem[], derive: (kind: string, name: string) => string) {
  const paths = new Set(missing.flatMap(({ item }) => item.photo_path ?? []));
  return [...paths].map((photo_path) => ({ photo_path, upload_id: derive('photo', photo_path) }));
}

function throwPhotoMissing(): never {
  throw conflict(exportErrors.importPhotoMissing, {});
}
