import { DRAFTS_MAX } from '#client/constants.ts';
import type { Shortcut } from '#client/shortcuts/use-shortcuts.ts';
import { formatNumber } from '#shared/format-number.ts';
import type { ItemKind } from '#shared/items.ts';
import { withArticle } from '#shared/with-article.ts';
import { capitalize, inWords } from '#shared/words.ts';

type Names = Pick<ItemKind, 'one' | 'many'>;

export type ItemMessages = ReturnType<typeof defaultMessages>;

/** Returns the texts of an item screen. A feature may replace sentences. */
export const itemMessages = (names: Names, own: Partial<ItemMessages> = {}): ItemMessages => ({
  ...defaultMessages(names),
  ...own,
});

function defaultMessages(names: Names) {
  const [one, many] = [inWords(names.one), inWords(names.many)];
  const [One, aOne] = [capitalize(one), withArticle(one)];
  return {
    heading: capitalize(many),
    add: `New ${one}`,
    edit: `Edit ${one}`,
    search: `Search ${many}`,
    showAll: `Show all ${many}`,

    created: `${One} created`,
    updated: `${One} updated`,
    deleted: `${One} deleted`,
    restored: `${One} restored`,
    draftDiscarded: 'Unsaved changes discarded',
    draftKept: 'Unsaved changes kept',

    emptyTitle: `No ${many} yet`,
    emptyText: `What you add is stored on this device and on all your others.`,
    loading: `Loading ${many}…`,
    refreshing: `Refreshing ${many}…`,
    newItems: (count: number) =>
      count === 1 ? `1 new ${one}` : `${formatNumber(count)} new ${many}`,
    found: (count: number, total: number) =>
      count === 0 ? `No ${many} match` : `${formatNumber(count)} of ${formatNumber(total)} ${many}`,
    nothingFoundTitle: `No ${many} match`,
    nothingFoundText: `Every word must occur in the same ${one}. Part of a word is enough.`,
    loadFailedTitle: `Your ${many} could not be loaded`,
    loadFailedText: 'They are safe on the server. Check your connection, then try again.',

    missingTitle: `This ${one} does not exist`,
    missingText: 'It may have been deleted, or the address has a typo.',
    unknownTitle: `This ${one} is not on this device`,
    unknownText: 'It may be new, or it may not exist. The server could not be asked.',

    unsavedChanges: 'Unsaved changes',
    unsavedIn: (count: number, title: string) =>
      count === 1
        ? `Unsaved changes in “${title}”`
        : `Unsaved changes in ${formatNumber(count)} ${many}`,
    youHaveUnsaved: 'You have unsaved changes.',
    untitled: 'Untitled',
    draftStored: 'Unsaved changes are kept on this device',
    draftNotStored: 'Unsaved changes could not be stored on this device',
    tooManyDrafts: `Not kept: ${DRAFTS_MAX} ${many} have unsaved changes already. Save this, or discard others.`,

    rejected: (reason: string) => `The server did not accept this ${one}: ${reason}`,
    changedWhileEditing: `This ${one} was changed on another device. When you save, both changes are merged, or you choose between them.`,
    deletedWhileEditing: `This ${one} was deleted on another device. Your text is still here.`,
    conflict: {
      changedTitle: `This ${one} was changed somewhere else`,
      changedText: 'Nothing is lost yet: choose which version stays.',
      changedAgain: 'The other version has just changed. Please look again.',
      deletedTitle: `This ${one} was deleted somewhere else`,
      deletedText: `Your text is still here. You can save it as a new ${one}.`,
      deletedHereTitle: `You deleted ${aOne} that was changed somewhere else`,
      deletedHereText: 'This is how it looks now. Should it still be deleted?',
    },

    deleteTitle: `Delete this ${one}?`,
    deleteText: (title: string) => `“${title}” will be deleted on all your devices.`,
    discardTitle: 'Discard unsaved changes?',
    discardText: 'What you wrote since the last save will be deleted for good.',
    photoOf: (title: string) => `Photo of “${title}”`,

    /** A toast without a message shows the error message. */
    toasts: {
      loadFailed: {
        kind: 'destructive' as const,
        title: `Error loading ${many}`,
        message: `Unable to load ${many}. Please check your connection.`,
      },
      creationFailed: { kind: 'destructive' as const, title: 'Creation failed' },
      updateFailed: { kind: 'destructive' as const, title: 'Update failed' },
      deletionFailed: { kind: 'destructive' as const, title: 'Deletion failed' },
      draftLost: {
        kind: 'destructive' as const,
        title: 'Unsaved changes not kept',
        message: 'What you wrote could not be stored on this device.',
      },
      draftGone: {
        title: 'These unsaved changes are not here any more',
        message: 'They were opened, saved or discarded in another tab.',
      },
      shareWaits: {
        kind: 'destructive' as const,
        title: 'Too many unsaved changes',
        message: `Save or discard some first. What was shared is then added as ${aOne}.`,
      },
      shareLost: {
        kind: 'destructive' as const,
        title: 'The shared content did not arrive',
        message: 'Please share it again.',
      },
    },

    shortcuts: [
      { keys: ['n'], does: `New ${one}` },
      { keys: ['/'], does: 'Search' },
      { keys: ['j'], does: `Next ${one}` },
      { keys: ['k'], does: `Previous ${one}` },
      { keys: ['e'], does: `Edit the open ${one}` },
      { keys: ['Mod', 'Enter'], does: 'Save' },
      { keys: ['Esc'], does: 'Close' },
      { keys: ['?'], does: 'Show this list' },
    ] satisfies Shortcut[],
  };
}
