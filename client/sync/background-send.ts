import { syncedEntities } from '#features/synced.ts';
import { openLocalDatabase } from './local-database.ts';
import { newId } from './new-id.ts';
import { createOutbox } from './outbox.ts';
import { createSending } from './sending.ts';
import { publish, withLock } from './tabs.ts';

/** The name under which the browser wakes the service worker to send what is waiting. */
export const BACKGROUND_SEND_TAG = 'send-outbox';

/** Sends what is waiting while no page is open. Runs in the service worker. */
export async function sendInBackground() {
  const database = await openLocalDatabase();
  const users = await database.read(['users'], ({ getAll }) => getAll('users', []));
  for (const { userId, bearer } of users) {
    if (!bearer) continue;
    const outbox = createOutbox({
      database,
      userId,
      newId,
      now: () => new Date().toISOString(),
      onChange: (entity, ids) => publish({ userId, entity, ids }),
    });
    const sending = { userId, entities: syncedEntities, bearer, withLock, outbox, onEvent() {} };
    await createSending(sending).send();
  }
}
