import { type PhotoState, unchangedPhoto } from '#client/photos/prepare-photo.ts';
import { type Draft, draftPhotoPath } from './draft.ts';
import type { SyncedEntity } from './entity.ts';
import type { LocalDatabase } from './local-database.ts';
import { deleteDraft } from './unsent-photos.ts';

/** Stores what forms hold, so that text is never lost. */
export function createDrafts(database: LocalDatabase, userId: string) {
  return {
    read: (entity: SyncedEntity) =>
      database.read(['drafts'], ({ getAll }) => getAll('drafts', [userId, entity.name])),

    store: (draft: Draft) => database.write(['drafts'], ({ put }) => put('drafts', draft)),

    /** Stores the photo of a draft, or deletes the stored one. */
    storePhoto(entity: SyncedEntity, id: string, photo: PhotoState): Promise<unknown> {
      const path = draftPhotoPath(entity.name, id);
      if (photo.kind !== 'captured')
        return database.write(['photos'], (transaction) =>
          transaction.delete('photos', [userId, path]),
        );
      const { blob } = photo;
      return database.write(['photos'], ({ put }) => put('photos', { userId, path, blob }), [blob]);
    },

    /** Returns the photo of a draft. */
    async readPhoto(entity: SyncedEntity, { id, photo, original }: Draft): Promise<PhotoState> {
      if (photo === 'removed') return { kind: 'removed' };
      const key = [userId, draftPhotoPath(entity.name, id)];
      const stored =
        photo === 'captured' && (await database.read(['photos'], ({ get }) => get('photos', key)));
      return stored
        ? { kind: 'captured', blob: stored.blob }
        : unchangedPhoto(original?.photo_path);
    },

    discard: (entity: SyncedEntity, id: string) =>
      database.write(['drafts', 'photos'], (transaction) =>
        deleteDraft(transaction, userId, entity, id),
      ),
  };
}
