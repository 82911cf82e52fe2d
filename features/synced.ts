import type { SyncedEntity } from '#client/sync/entity.ts';
import { noteEntity } from './notes/client/note-entity.ts';

/** The entities that are stored on the device and synced with the server. */
export const syncedEntities: SyncedEntity[] = [
  // One line per entity.
  noteEntity,
];
