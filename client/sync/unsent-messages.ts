import { formatNumber } from '#shared/format-number.ts';
import { canSend, type Unsent } from './unsent.ts';

/** The question before signing out. Not in messages.ts, which the item list loads at once. */
export const signOutMessages = {
  title: (unsent: Unsent) =>
    canSend(unsent) ? 'Sign out with unsent changes?' : 'Sign out with unsaved drafts?',
  text: (unsent: Unsent) =>
    `${onlyHere(unsent)} Signing out deletes everything stored here.${howToKeepDrafts(unsent)}`,
  stillUnsent: 'Not everything is sent yet. You are still signed in.',
  onlyDraftsLeft: 'All changes were sent. You are still signed in.',
} as const;

/** Returns a list such as "1 change and 2 drafts". */
export function countsOf({ changes, drafts }: Exclude<Unsent, 'unknown'>) {
  const counted = (count: number, name: string) =>
    count === 0 ? [] : `${formatNumber(count)} ${name}${count === 1 ? '' : 's'}`;
  return [counted(changes, 'change'), counted(drafts, 'draft')].flat().join(' and ');
}

function onlyHere(unsent: Unsent) {
  if (unsent === 'unknown') return 'Changes or drafts may be only on this device.';
  const verb = unsent.changes + unsent.drafts === 1 ? 'is' : 'are';
  return `${countsOf(unsent)} ${verb} only on this device.`;
}

function howToKeepDrafts(unsent: Unsent) {
  if (unsent === 'unknown' || unsent.drafts === 0) return '';
  return unsent.drafts === 1
    ? ' To keep the draft, stay signed in and save it.'
    : ' To keep the drafts, stay signed in and save them.';
}
