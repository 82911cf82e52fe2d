import { setImmediate } from 'node:timers/promises';
import type { Query } from '#server/database/database.ts';
import { badFields, conflict, limitReached } from '#server/errors/errors.ts';
import { exportErrors, importFieldMessages as m } from '#shared/export-messages.ts';
import { collectReferences, type MapReferences } from './plan-references.ts';
import type { DeriveId, MissingItem, Portable } from './portable.ts';
import { readStaged, type StagedImport } from './staged-parts.ts';

const PHOTOS_AT_ONCE = 500;

/** What an import adds: by kind, the items that the account does not have, by their original ids. */
export type ImportPlan = {
  items: Map<string, Map<string, Pick<MissingItem, 'id' | 'deletion'>>>;
  /** The paths of the uploaded photos by their original paths. */
  photos: Map<string, string>;
  mapReferences: MapReferences;
  count: number;
};

/**
 * Determines what an import adds. Throws if it cannot be added. Runs before the transaction that adds the items, so
 * that nobody waits for a failing import.
 */
export async function planImport(
  query: Query,
  staged: StagedImport,
  {
    portable,
    itemsPerUser,
    derive,
  }: { portable: Portable; itemsPerUser: number; derive: DeriveId },
): Promise<ImportPlan> {
  const { userId } = staged;
  const plan: Pick<ImportPlan, 'items' | 'count'> = { items: new Map(), count: 0 };
  const references = collectReferences(derive);
  const uploads = new Map<string, string>();
  const newIds = new Set<string>();
  for await (const { entity: name, items } of readStaged(query, staged)) {
    const entity = portable.find(name);
    // The feature was removed since.
    if (!entity) throw badFields({ entity: m.entityUnknown });
    const missing = await portable.missing(query, userId, entity, items, derive);
    const planned = plan.items.get(name) ?? new Map();
    plan.items.set(name, planned);
    for (const { item, id, deletion } of missing) {
      // Another part contains it too.
      if (newIds.has(id)) continue;
      newIds.add(id);
      planned.set(item.id, { id, deletion });
      if (item.photo_path) uploads.set(derive('photo', item.photo_path), item.photo_path);
    }
    // A file may contain an item twice, so these are all of them.
    for (const item of items) if (planned.has(item.id)) references.add(entity.fields, item);
    // Lets others read and write in between, as no transaction is open.
    if (!query.isTransaction) await setImmediate();
  }
  for (const { table, count } of portable.entities()) {
    const added = plan.items.get(table)?.size ?? 0;
    if (added > 0 && (await count(query, userId)) + added > itemsPerUser)
      throw limitReached(exportErrors.importRoom(itemsPerUser));
    plan.count += added;
  }
  const mapReferences = await references.find(query, userId, plan.items);
  return { ...plan, mapReferences, photos: await findPhotos(query, userId, uploads) };
}

/** Finds the uploads of an import. Returns their paths by the original paths of the photos. */
async function findPhotos(query: Query, userId: string, uploads: Map<string, string>) {
  const photos = new Map<string, string>();
  const ids = [...uploads.keys()];
  for (let start = 0; start < ids.length; start += PHOTOS_AT_ONCE) {
    const found = await query
      .selectFrom('files')
      .select(['upload_id', 'path'])
      .where('user_id', '=', userId)
      .where('upload_id', 'in', ids.slice(start, start + PHOTOS_AT_ONCE))
      .where('removed_at', 'is', null)
      .execute();
    for (const { upload_id, path } of found) photos.set(uploads.get(upload_id ?? '') ?? '', path);
  }
  if (photos.size < uploads.size) throw conflict(exportErrors.importPhotoMissing, {});
  return photos;
}
