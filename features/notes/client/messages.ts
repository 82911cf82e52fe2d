import type { Shortcut } from '#client/components/use-shortcuts.ts';
import { formatNumber } from '#shared/format-number.ts';

/** Toasts of the notes screen. One without a message shows the message of the error. */
export const noteToasts = {
  loadFailed: {
    kind: 'destructive',
    title: 'Error loading notes',
    message: 'Unable to load notes. Please check your connection.',
  },
  creationFailed: { kind: 'destructive', title: 'Creation failed' },
  updateFailed: { kind: 'destructive', title: 'Update failed' },
  deletionFailed: { kind: 'destructive', title: 'Deletion failed' },
  shareLost: {
    kind: 'destructive',
    title: 'The shared content did not arrive',
    message: 'Please share it again.',
  },
} as const;

/** The text of the notes screen, apart from its toasts. */
export const notesMessages = {
  noteCreated: 'Note created',
  noteUpdated: 'Note updated',
  noteDeleted: 'Note deleted',
  noteRestored: 'Note restored',
  draftDiscarded: 'Draft discarded',
  draftKept: 'Draft saved',

  emptyTitle: 'A clean sheet',
  emptyText:
    'Write down what you want to find again: an idea, a list, a place. Add a photo if it says more.',
  loading: 'Loading notes…',
  refreshing: 'Refreshing notes…',
  newNotes: (count: number) => (count === 1 ? '1 new note' : `${formatNumber(count)} new notes`),
  found: (count: number, total: number) =>
    count === 0 ? 'No notes match' : `${formatNumber(count)} of ${formatNumber(total)} notes`,
  nothingFoundTitle: 'No notes match',
  nothingFoundText: 'Every word must occur in the title or content. Part of a word is enough.',
  loadFailedTitle: 'Your notes could not be loaded',
  loadFailedText: 'They are safe on the server. Check your connection, then try again.',

  nothingOpen: 'Choose a note to read it here.',
  missingTitle: 'This note does not exist',
  missingText: 'It may have been deleted, or the address has a typo.',

  unsavedNote: 'Unsaved note',
  unsavedChanges: 'Unsaved changes',
  untitled: 'Untitled',
  draftStored: 'Draft kept on this device',
  draftNotStored: 'This draft could not be stored on this device',

  rejected: (reason: string) => `The server did not accept this note: ${reason}`,
  changedWhileEditing:
    'This note was changed on another device. When you save, both changes are merged.',
  deletedWhileEditing: 'This note was deleted on another device. Your text is still here.',
  conflict: {
    changedTitle: 'This note was changed somewhere else',
    changedText: 'Nothing is lost yet: choose which version stays.',
    deletedTitle: 'This note was deleted somewhere else',
    deletedText: 'Your text is still here. You can save it as a new note.',
    deletedHereTitle: 'You deleted a note that was changed somewhere else',
    deletedHereText: 'This is how it looks now. Should it still be deleted?',
  },

  deleteTitle: 'Delete this note?',
  discardTitle: 'Discard this draft?',
  discardText: 'Your unsaved text will be deleted for good.',
  deleteText: (title: string) => `“${title}” will be deleted on all your devices.`,
  photoOf: (title: string) => `Photo of “${title}”`,
} as const;

export const noteShortcuts: Shortcut[] = [
  { keys: ['n'], does: 'New note' },
  { keys: ['/'], does: 'Search' },
  { keys: ['j'], does: 'Next note' },
  { keys: ['k'], does: 'Previous note' },
  { keys: ['e'], does: 'Edit the open note' },
  { keys: ['Ctrl or ⌘', 'Enter'], does: 'Save' },
  { keys: ['Esc'], does: 'Close' },
  { keys: ['?'], does: 'Show this list' },
];
