import { features } from '#features/client.ts';

/** Loads the entities of all features that are synced with the server. */
export async function loadSyncedEntities() {
  return (await Promise.all(features.map(({ synced }) => synced?.() ?? []))).flat();
}
