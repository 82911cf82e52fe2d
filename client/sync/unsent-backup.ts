import type { DeviceFiles } from '#client/native/definitions.ts';
import { unsentFolder } from '#client/storage/delete-local-data.ts';
import type { LocalDatabase } from './local-database.ts';
import { type OutboxEntry, unsentPhotoPath, uploadsOf } from './outbox-entry.ts';

export type UnsentBackup = ReturnType<typeof createUnsentBackup>;

type Backup = { entry: OutboxEntry; photos: { uploadId: string; type: string; base64: string }[] };

/**
 * Backs up unsent changes in files of the native app: the system may delete the web view's database when it needs space.
 * A failure is logged only, because the database has the change.
 */
export function createUnsentBackup(files: DeviceFiles, database: LocalDatabase, userId: string) {
  const folder = unsentFolder(userId);
  const pathOf = ({ entity, id }: OutboxEntry) => `${folder}/${entity}.${id}.json`;

  async function store(entry: OutboxEntry) {
    const photos: Backup['photos'] = [];
    for (const uploadId of new Set(uploadsOf(entry))) {
      const key = [userId, unsentPhotoPath(uploadId)];
      const stored = await database.read(['photos'], ({ get }) => get('photos', key));
      if (!stored) continue;
      photos.push({ uploadId, type: stored.blob.type, base64: await toBase64(stored.blob) });
    }
    const content: Backup = { entry, photos };
    await files.write(pathOf(entry), JSON.stringify(content));
  }

  async function restore(path: string) {
    const { entry, photos }: Backup = JSON.parse((await files.read(path)) ?? 'null');
    const blobs = await Promise.all(
      photos.map(async ({ uploadId, type, base64 }) => ({
        path: unsentPhotoPath(uploadId),
        blob: await fromBase64(base64, type),
      })),
    );
    await database.write(['outbox', 'photos'], async ({ put }) => {
      await put('outbox', entry);
      for (const { path, blob } of blobs) await put('photos', { userId, path, blob });
    });
  }

  return {
    /** Stores, replaces or deletes the file of an entry. */
    async update(before: OutboxEntry | undefined, after: OutboxEntry | undefined) {
      try {
        if (after) await store(after);
        else if (before) await files.remove(pathOf(before));
      } catch (error) {
        console.error('The backup of an unsent change could not be updated', error);
      }
    },

    /** Restores the changes from the files if the database was deleted; otherwise makes the files agree with it. */
    async reconcile() {
      const [known, entries] = await database.read(['users', 'outbox'], async (transaction) => [
        await transaction.get('users', [userId]),
        await transaction.getAll('outbox', [userId]),
      ]);
      const paths = (await files.list(folder)).map((name) => `${folder}/${name}`);
      try {
        if (!known) for (const path of paths) await restore(path);
        else {
          const current = entries.map(pathOf);
          for (const path of paths) if (!current.includes(path)) await files.remove(path);
          for (const entry of entries) if (!paths.includes(pathOf(entry))) await store(entry);
        }
      } catch (error) {
        console.error('Unsent changes could not be restored', error);
        return;
      }
      await database.write(['users'], ({ put }) => put('users', { userId }));
    },
  };
}

function toBase64(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

async function fromBase64(base64: string, type: string): Promise<Blob> {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type });
}
