import { formatNumber } from './format-number.ts';

/** Messages about the fields of an import, in `fields` of a rejected request. */
export const importFieldMessages = {
  timeInvalid: 'A date must be a time in UTC such as 2026-01-31T09:30:00.000Z',
  timeInFuture: 'A date is in the future',
  photoInvalid: 'The name of a photo is not valid',
  partInvalid: 'The number of the batch must be a whole number',
  entityUnknown: 'This kind of entry is unknown',
  itemsRequired: 'Entries are required',
  itemsTooMany: (most: number) => `A batch can have at most ${formatNumber(most)} entries`,
  itemInvalid: 'An entry is not valid',
  referenceMissing: (title: string, label: string) =>
    `The entry "${title}" needs another one (${label}) that is neither in the file nor in your account`,
} as const;

/** The server's messages about exports and imports, in `error` of a response. */
export const exportErrors = {
  exportsAtOnce: (most: number) =>
    `At most ${formatNumber(most)} exports can run at once. Please wait until one has finished.`,
  importRoom: (most: number) =>
    `This import exceeds the limit of ${formatNumber(most)} entries of one kind per account.`,
  importTooLarge: (megabytes: number) =>
    `This import exceeds the limit of ${formatNumber(megabytes)} MB of text.`,
  importIncomplete:
    'A part of the import is missing, perhaps because another import was started. Please import the file again.',
  importPhotoMissing: 'A photo of the import is missing. Please import the file again.',
} as const;
