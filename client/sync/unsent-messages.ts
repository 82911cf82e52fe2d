import { formatNumber } from '#shared/format-number.ts';
import { canSend, type Unsent } from './unsent.ts';

/** The question before signing out. Not in messages.ts, which the item list loads at once. */
export const signOutMessages = {
  title: (unsent: Unsent) =>
    canSend(unsent) ? 'Sign out with unsent changes?' : 'Sign out with unsaved changes?',
  text: (unsent: Unsent) =>
    `${onlyHere(unsent)} Signing out deletes everything stored here.${howToKeepDrafts(unsent)}`,
  stillUnsent: 'Not everything is sent yet. You are still signed in.',
  onlyDraftsLeft: 'All saved changes were sent. You are still signed in.',
} as const;

/** Returns a list such as "1 unsent change and 2 unsaved changes". */
export function countsOf({ changes, drafts }: Exclude<Unsent, 'unknown'>) {
  const counted = (count: number, state: string) =>
    count === 0 ? [] : `${formatNumber(count)} ${state} change${count === 1 ? '' : 's'}`;
  return [counted(changes, 'unsent'), counted(drafts, 'unsaved')].flat().join(' and ');
}

function onlyHere(unsent: Unsent) {
  if (unsent === 'unknown') return 'Unsent or unsaved changes may be only on this device.';
  const verb = unsent.changes + unsent.drafts === 1 ? 'is' : 'are';
  return `${countsOf(unsent)} ${verb} only on this device.`;
}

function howToKeepDrafts(unsent: Unsent) {
  if (unsent === 'unknown' || unsent.drafts === 0) return '';
  return unsent.drafts === 1
    ? ' To keep the unsaved change, stay signed in and save it.'
    : ' To keep the unsaved changes, stay signed in and save them.';
}
