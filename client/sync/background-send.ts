import { itemKinds } from '#features/contract.ts';
import { openLocalDatabase } from './local-database.ts';
import { newId } from './new-id.ts';
import { createOutbox } from './outbox.ts';
import { createSending } from './sending.ts';
import { publish, withLock } from './tabs.ts';

/** The tag of the sync event with which the browser wakes the service worker to send unsent changes. */
export const BACKGROUND_SEND_TAG = 'send-outbox';

/** Sends unsent changes while no page is open. Runs in the service worker. */
export async function sendInBackground() {
  const database = await openLocalDatabase();
  for (const { userId, bearer } of await database.readUsers()) {
    if (!bearer) continue;
    const outbox = createOutbox({
      database: database.forUser(userId),
      newId,
      now: () => new Date().toISOString(),
      onChange: (entity, ids) => publish({ userId, entity, ids }),
    });
    const sending = { userId, kinds: itemKinds, bearer, withLock, outbox, onEvent() {} };
    await createSending(sending).send();
  }
}
