import { type PhotoState, unchangedPhoto } from '#client/photos/prepare-photo.ts';
import { type Draft, draftPhotoPath } from './draft.ts';
import type { SyncedEntity } from './entity.ts';
import type { LocalDatabase } from './local-database.ts';
import { deleteDraft } from './unsent-photos.ts';

/** Stores what forms hold, so that text is never lost. */
export function createDrafts(database: LocalDatabase, userId: string) {
  const photoKey = ({ name }: SyncedEntity, id: string) => [userId, draftPhotoPath(name, id)];
  return {
    read: (entity: SyncedEntity) =>
      database.read(['drafts'], ({ getAll }) => getAll('drafts', [userId, entity.name])),

    store: (draft: Draft) => database.write(['drafts'], ({ put }) => put('drafts', draft)),

    /** Stores the photo of a draft, or deletes the stored one. */
    storePhoto: (entity: SyncedEntity, id: string, photo: PhotoState) =>
      database.write(['photos'], (transaction) => {
        const [, path = ''] = photoKey(entity, id);
        return photo.kind === 'captured'
          ? transaction.put('photos', { userId, path, blob: photo.blob })
          : transaction.delete('photos', [userId, path]);
      }),

    /** Returns the photo of a draft. */
    async readPhoto(entity: SyncedEntity, { id, photo, original }: Draft): Promise<PhotoState> {
      if (photo === 'removed') return { kind: 'removed' };
      const stored =
        photo === 'captured' &&
        (await database.read(['photos'], ({ get }) => get('photos', photoKey(entity, id))));
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
