import { localDatabase, sendOnce } from './current-sync.ts';

/** Counts the changes of a user that are only on this device. */
export async function countUnsent(userId: string): Promise<number> {
  const database = await localDatabase();
  return (await database.read(['outbox'], ({ getAll }) => getAll('outbox', [userId]))).length;
}

/** Sends what is waiting, on any screen. Returns how many changes of the user are still only on this device. */
export async function sendUnsent(userId: string): Promise<number> {
  await sendOnce();
  return countUnsent(userId);
}
