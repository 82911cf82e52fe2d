import type { DeviceFiles } from '#client/native/definitions.ts';
import { type OutboxEntry, unsentPhotoPath, uploadsOf } from './outbox-entry.ts';
import type { Transaction, UserDatabase } from './user-database.ts';

export type UnsentBackup = ReturnType<typeof createUnsentBackup>;

type Backup = { entry: OutboxEntry; photos: { uploadId: string; type: string; base64: string }[] };

/**
 * Backs up unsent changes in the user's folder of the native app, because the system may delete the web view's database
 * when it needs space. A failure is only logged, because the database has the change.
 */
export function createUnsentBackup(files: DeviceFiles, folder: string, database: UserDatabase) {
  const pathOf = ({ entity, id }: OutboxEntry) => `${folder}/${entity}.${id}.json`;
  let last: Promise<void> = Promise.resolve();

  async function storeFile(entry: OutboxEntry) {
    const photos: Backup['photos'] = [];
    for (const uploadId of new Set(uploadsOf(entry))) {
      const key = [unsentPhotoPath(uploadId)];
      const stored = await database.read(['photos'], ({ get }) => get('photos', key));
      if (!stored) continue;
      photos.push({ uploadId, type: stored.blob.type, base64: await toBase64(stored.blob) });
    }
    const content: Backup = { entry, photos };
    await files.write(pathOf(entry), JSON.stringify(content));
  }

  async function restore(path: string) {
    const backup = parse((await files.read(path)) ?? '');
    if (!backup) return;
    const { entry, photos } = backup;
    const store = async ({ get, put }: Transaction) => {
      // The database is never older than its backup.
      if (await get('outbox', [entry.entity, entry.id])) return;
      await put('outbox', entry);
      for (const photo of photos) await put('photos', photo);
    };
    const blobs = photos.map(({ blob }) => blob);
    await database.write(['outbox', 'photos'], store, blobs);
  }

  return {
    /** Stores, replaces or deletes the file of an entry. */
    update(before: OutboxEntry | undefined, after: OutboxEntry | undefined) {
      // One by one: reading a photo takes time, and an older file must not replace a newer one.
      last = last.then(async () => {
        try {
          if (after) await storeFile(after);
          else if (before) await files.remove(pathOf(before));
        } catch (error) {
          console.error('The backup of an unsent change could not be updated', error);
        }
      });
      return last;
    },

    /** Restores the changes from the files if the database was deleted; otherwise updates the files to match it. */
    async reconcile() {
      try {
        const [known, entries] = await database.read(['users', 'outbox'], async (transaction) => [
          await transaction.get('users', []),
          await transaction.getAll('outbox', []),
        ]);
        const paths = (await files.list(folder)).map((name) => `${folder}/${name}`);
        if (!known) for (const path of paths) await restore(path);
        else {
          const current = entries.map(pathOf);
          for (const path of paths) if (!current.includes(path)) await files.remove(path);
          for (const entry of entries) if (!paths.includes(pathOf(entry))) await storeFile(entry);
        }
        await database.write(['users'], ({ put }) => put('users', {}));
      } catch (error) {
        console.error('Unsent changes could not be restored', error);
      }
    },
  };
}

/** Reads a copy. Returns undefined if the file is damaged, so that the others can still be restored. */
function parse(text: string) {
  try {
    const backup: Backup = JSON.parse(text);
    const photos = backup.photos.map(({ uploadId, type, base64 }) => ({
      path: unsentPhotoPath(uploadId),
      blob: fromBase64(base64, type),
    }));
    return { entry: backup.entry, photos };
  } catch (error) {
    console.error('The copy of an unsent change is damaged', error);
    return undefined;
  }
}

function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

function fromBase64(base64: string, type: string): Blob {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type });
}
