/** What a user has only on this device. 'unknown' if the database cannot be read. */
export type Unsent = { changes: number; drafts: number } | 'unknown';

export const isNothing = (unsent: Unsent) =>
  unsent !== 'unknown' && unsent.changes + unsent.drafts === 0;

/** Tells whether sending may help: drafts have to be saved first. */
export const canSend = (unsent: Unsent) => unsent === 'unknown' || unsent.changes > 0;
