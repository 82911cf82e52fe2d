import type { InferOutput } from 'valibot';
import { createFairQueue } from '#server/background/fair-queue.ts';
import type { Limits } from '#server/config.ts';
import type { Database, InTransaction, Query } from '#server/database/database.ts';
import { lockUser } from '#server/database/lock-user.ts';
import {
  badFields,
  conflict,
  HttpError,
  limitReached,
  unavailable,
} from '#server/errors/errors.ts';
import type { PhotoOwnership } from '#server/files/ownership.ts';
import type { Limiters } from '#server/http/rate-limit.ts';
import type { Changes } from '#server/sync/changes.ts';
import { EXPORT_JSON_MAX_BYTES, type importBatch, type importEnd } from '#shared/export.ts';
import { exportErrors, importFieldMessages as m } from '#shared/export-messages.ts';
import { checkedItem } from './checked-item.ts';
import { type ImportPlan, planImport } from './plan-import.ts';
import type { DeriveId, MissingItem, Portable, PortableEntity } from './portable.ts';
import {
  checkStaged,
  countStaged,
  findResult,
  forgetStaged,
  readStaged,
  type StagedImport,
  stagePart,
  storeResult,
  sweepStaged,
} from './staged-parts.ts';

const LIMIT = { attempts: 20, minutes: 60 };
const BATCH_LIMIT = { attempts: 10_000, minutes: 60 };
/** Maximum number of concurrent completions. Each needs the processor, and on PostgreSQL a connection. */
const AT_ONCE = { atOnce: 2, atOncePerClient: 1, waitingMax: 100, waitingPerClientMax: 4 };

/** Collects the items of imports and adds all items of an import together. */
export function createImports({
  limits,
  database: { engine, query, inTurn, transactionOf },
  limiters,
  portable,
  ownership,
  changes,
}: {
  limits: Pick<Limits, 'itemsPerUser'>;
  database: Database;
  limiters: Limiters;
  portable: Portable;
  ownership: PhotoOwnership;
  changes: Changes;
}) {
  const limiter = limiters.perKey('import', LIMIT);
  const batchLimiter = limiters.perKey('import-batch', BATCH_LIMIT);
  const completions = createFairQueue({ ...AT_ONCE, rejection: unavailable });

  return {
    /**
     * Stores the items of a batch that the account does not have yet. They become visible when the import is completed.
     * Returns their photos.
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
      const missing = await portable.missing(query, userId, entity, valid, derive);
      await transactionOf(userId, async (query) => {
        await lockUser(engine, query, userId);
        const stored = { part, entity: entity.table, items: missing.map(({ item }) => item) };
        await stagePart(query, { userId, id }, stored);
        await checkStagedRoom(query, userId, entity);
      });
      return { photos: photosOf(missing, derive) };
    },

    /** Adds the items of all batches in one transaction: all or none. */
    async complete(userId: string, end: InferOutput<typeof importEnd>, isWanted: () => boolean) {
      const staged = { ...end, userId };
      try {
        // Only completions that add items count.
        await checkStaged(query, staged);
        await limiter.count(userId);
        // The place first: while waiting for it, the user can still write. The wait for a turn is short.
        return await completions.run(
          userId,
          () => inTurn(userId, () => addStaged(staged)),
          isWanted,
        );
      } catch (error) {
        // The parts are gone if the same request arrived before.
        const isConflict = error instanceof HttpError && error.status === 409;
        const result = isConflict ? await findResult(query, staged) : undefined;
        if (!result) throw error;
        return result;
      }
    },

    sweep: sweepStaged,
  };

  /**
   * Adds the items of an import. Slow work happens before the transaction, which waits for nothing else: on SQLite, it
   * blocks all other writes.
   */
  async function addStaged(staged: StagedImport) {
    const { userId } = staged;
    const derive = await portable.idsOf(userId);
    const plan = (query: Query) =>
      planImport(query, staged, { portable, itemsPerUser: limits.itemsPerUser, derive });
    const latest = await changes.latest(userId);
    await checkStaged(query, staged);
    const planned = await plan(query).catch(async (error) => {
      // A retry would fail too, and take as long.
      if (error instanceof HttpError) await forgetStaged(query, staged);
      throw error;
    });
    return changes.writeInTurn(userId, async (query, seq) => {
      await checkStaged(query, staged);
      // Another process has written rows of this user since.
      const isOutdated = seq !== latest + 1;
      return { added: await insert(query, staged, isOutdated ? await plan(query) : planned) };
    });
  }

  async function insert(query: InTransaction, staged: StagedImport, plan: ImportPlan) {
    const { userId } = staged;
    const { items, photos, mapReferences, count } = plan;
    let seq = await changes.reserve(query, userId, count);
    for await (const { entity: name, items: list } of readStaged(query, staged)) {
      const entity = portable.find(name);
      if (!entity) continue;
      const rows = list.flatMap((item) => {
        const planned = items.get(name)?.get(item.id);
        // The account or another part contains the item.
        if (!planned) return [];
        items.get(name)?.delete(item.id);
        const photoPath = item.photo_path && (photos.get(item.photo_path) ?? null);
        const mapped = mapReferences(entity.fields, item);
        return { ...planned, item: mapped, photoPath, seq: seq++ };
      });
      await portable.insert(query, userId, entity, rows);
    }
    // Another process has replaced parts since.
    if ([...items.values()].some(({ size }) => size > 0))
      throw conflict(exportErrors.importIncomplete, {});
    await ownership.claimPhotos(query, userId, [...photos.values()]);
    await forgetStaged(query, staged);
    await storeResult(query, staged, count);
    return count;
  }

  /** Throws if too much is staged. */
  async function checkStagedRoom(query: InTransaction, userId: string, entity: PortableEntity) {
    const { items, bytes } = await countStaged(query, userId, entity.table);
    if ((await entity.count(query, userId)) + items > limits.itemsPerUser)
      throw limitReached(exportErrors.importRoom(limits.itemsPerUser));
    if (bytes > EXPORT_JSON_MAX_BYTES)
      throw limitReached(exportErrors.importTooLarge(EXPORT_JSON_MAX_BYTES / 1024 / 1024));
  }
}

/** Lists each photo of the items once, with the id of its upload. */
function photosOf(missing: MissingItem[], derive: DeriveId) {
  const paths = new Set(missing.flatMap(({ item }) => item.photo_path ?? []));
  return [...paths].map((photo_path) => ({ photo_path, upload_id: derive('photo', photo_path) }));
}
