import { within } from '#client/time-limit.ts';
import { localDatabase, sendOnce } from './current-sync.ts';

/** The user's data that is only on this device. 'unknown' if the database cannot be read. */
export type Unsent = { changes: number; drafts: number } | 'unknown';

/** Callers stop waiting after this time. Sending continues. */
const SEND_LIMIT_MS = 30_000;
const COUNT_LIMIT_MS = 10_000;

export const isNothing = (unsent: Unsent) =>
  unsent !== 'unknown' && unsent.changes + unsent.drafts === 0;

/** Tells whether sending may help: drafts have to be saved first. */
export const canSend = (unsent: Unsent) => unsent === 'unknown' || unsent.changes > 0;

/** Counts the user's changes and drafts that are only on this device, including drafts of open forms in any tab. */
export async function countUnsent(userId: string): Promise<Unsent> {
  const counting = count(userId);
  try {
    return (await within(COUNT_LIMIT_MS, counting)) === 'done' ? await counting : 'unknown';
  } catch {
    return 'unknown';
  }
}

/** Sends unsent changes, on any screen. Returns what is still only on this device. */
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
