import { within } from '#client/time-limit.ts';
import { localDatabase, sendOnce } from './current-sync.ts';

/** What a user has only on this device. 'unknown' if the database cannot be read. */
export type Unsent = { changes: number; drafts: number } | 'unknown';

/** Whoever waits can continue after this time. What is being sent goes on. */
const SEND_LIMIT_MS = 30_000;
const COUNT_LIMIT_MS = 10_000;

export const isNothing = (unsent: Unsent) =>
  unsent !== 'unknown' && unsent.changes + unsent.drafts === 0;

/** Tells whether sending may help: drafts have to be saved first. */
export const canSend = (unsent: Unsent) => unsent === 'unknown' || unsent.changes > 0;

/** Counts what a user has only on this device, also drafts in forms that are open in any tab. */
export async function countUnsent(userId: string): Promise<Unsent> {
  const counting = count(userId);
  try {
    return (await within(COUNT_LIMIT_MS, counting)) === 'done' ? await counting : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** Sends what is waiting, on any screen. Returns what is still only on this device. */
export async function sendUnsent(userId: string): Promise<Unsent> {
  await within(SEND_LIMIT_MS, sendOnce()).catch(() => {});
  return countUnsent(userId);
}

async function count(userId: string) {
  const database = (await localDatabase()).forUser(userId);
  return database.read(['outbox', 'drafts'], async ({ getAll }) => ({
    changes: (await getAll('outbox', [])).length,
    drafts: (await getAll('drafts', [])).length,
  }));
}
