import { formatNumber } from '#shared/format-number.ts';

/** Toasts about the data on this device. */
export const syncToasts = {
  notStored: {
    title: 'Nothing is stored on this device',
    message: 'Your browser does not allow it. Everything still works while you are online.',
  },
  storageFull: {
    kind: 'destructive',
    title: 'Not enough space',
    message: 'There is no space left on this device. Free up some, then try again.',
  },
  storageFailed: {
    kind: 'destructive',
    title: 'Not saved',
    message: 'Your browser could not store this on your device. Please try again.',
  },
  merged: {
    title: 'Changes merged',
    message: 'This was also changed on another device. Both changes were kept.',
  },
  nothingToDecide: {
    title: 'Nothing left to decide',
    message: 'The versions fit together now, or you decided in another tab.',
  },
} as const;

/** Returns the toast for a failure to store something on this device. */
export const storageToast = (error: unknown) =>
  isFull(error) ? syncToasts.storageFull : syncToasts.storageFailed;

/** Returns the reason why nothing can be stored on this device. */
export const storageMessage = (error: unknown) =>
  isFull(error) ? syncMessages.storageFull : syncMessages.storageFailed;

const isFull = (error: unknown) => error instanceof Error && error.name === 'QuotaExceededError';

/** Texts of the marks and notices for changes that are not sent yet. */
export const syncMessages = {
  photoLost: 'The photo was deleted from this device. Please add it again.',
  storageFull: 'There is no space left on this device.',
  storageFailed: 'Your browser cannot store anything on this device.',
  onlyInMemory: 'This list is not stored here.',
  lastLoadedOn: 'Last loaded on',
  notSent: 'Not sent yet',
  rejected: 'Not accepted',
  changed: 'Two versions',
  deleted: 'Deleted elsewhere',
  waiting: (count: number) =>
    count === 1 ? '1 change is not sent yet' : `${formatNumber(count)} changes are not sent yet`,
  photoOf: (version: string) => `Photo: ${version}`,
  thisDevice: 'This device',
  otherDevice: 'Other device',
} as const;
