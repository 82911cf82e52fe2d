import { app } from '#app';
import type { Unsent } from '#client/sync/unsent.ts';
import { countsOf } from '#client/sync/unsent-messages.ts';
import { PHOTO_MAX_BYTES } from '#shared/constants.ts';
import { formatNumber } from '#shared/format-number.ts';

const NAME_SHOWN_CHARACTERS = 100;

const entries = (count: number) => (count === 1 ? '1 entry' : `${formatNumber(count)} entries`);
const photos = (count: number) => (count === 1 ? '1 photo' : `${formatNumber(count)} photos`);

/** Texts of the import dialog. */
export const importMessages = {
  title: 'Import',
  description: `Choose the ZIP file of an earlier export from ${app.name}. Entries already in this account are skipped.`,
  checking: 'Checking the file…',
  found: (itemCount: number, photoCount: number) =>
    `The file is complete: ${entries(itemCount)}${photoCount > 0 ? ` with ${photos(photoCount)}` : ''}.`,
  empty: 'The file is complete, but there is nothing in it to import.',
  sending: 'Sending the entries…',
  uploading: (done: number, total: number) =>
    `Uploading photo ${formatNumber(done)} of ${formatNumber(total)}…`,
  finishing: 'Adding everything to your account…',
  done: (added: number, existing: number) =>
    added === 0
      ? 'Your account already has everything in this file. Nothing had to be added.'
      : `Added ${entries(added)}.${existing > 0 ? ` Your account already had the other ${entries(existing)}.` : ''}`,
  cancelled: 'The import was cancelled. Nothing was added.',
  cancelledUncertain:
    'The import was cancelled. The earlier try may have added the entries. Import the file again to be sure: nothing will be added twice.',
  nothingAdded: 'Nothing was added.',
  photosSent: (done: number, total: number) =>
    `Photos uploaded: ${formatNumber(done)} of ${formatNumber(total)}. Nothing has been added yet. Try again to continue where it stopped.`,
  unknownOutcome:
    'The entries may have been added, but no answer arrived. Check again to find out: nothing will be added twice.',
} as const;

/** Quotes a name from a file. A hostile file may have very long ones. */
const quoted = (name: string) =>
  `“${name.length > NAME_SHOWN_CHARACTERS ? `${name.slice(0, NAME_SHOWN_CHARACTERS)}…` : name}”`;

/** Reasons why a file cannot be imported. */
export const fileErrors = {
  unreadable: 'The file could not be read. It may have been moved or changed.',
  notZip: `This is not a complete ZIP file. Please choose an export from ${app.name}.`,
  damaged: (name: string) =>
    `The file is damaged: ${quoted(name)} does not match what was exported.`,
  damagedDirectory: 'The file is damaged: its table of contents cannot be read.',
  unsafeName: 'The file contains a name that an export never has.',
  encrypted: 'The file is protected by a password. Please choose the ZIP file as it was exported.',
  tooManyFiles: 'The file contains too many files to be imported.',
  tooLarge: (name: string) => `${quoted(name)} is larger than it can be in an export.`,
  textTooLarge: (mostMb: number) =>
    `Exports with more than ${formatNumber(mostMb)} MB of text cannot be imported.`,
  notExport: `This ZIP file is not an export from ${app.name}.`,
  otherVersion: `This export was made by another version of ${app.name} and cannot be imported here.`,
  unknownKind: (kind: string) => `The file contains entries of an unknown kind: ${quoted(kind)}.`,
  invalidEntry: (number: number, reason: string) =>
    `Entry ${formatNumber(number)} of the file is not valid: ${reason}.`,
  duplicate: 'The file is damaged: it contains an entry twice.',
  photoMissing: (name: string) => `The file is damaged: the photo ${quoted(name)} is missing.`,
  photoTooLarge: (name: string) =>
    `The photo ${quoted(name)} is larger than ${PHOTO_MAX_BYTES / 1024 / 1024} MB and cannot be imported.`,
} as const;

/** Shown if the dialog was closed before the import finished. */
export const importToasts = {
  done: { title: 'Import finished' },
  failed: { kind: 'destructive', title: 'Import failed' },
  unknown: {
    kind: 'destructive',
    title: 'Import not confirmed',
    message:
      'The entries may have been added. Import the file again to be sure: nothing will be added twice.',
  },
  cancelled: { title: 'Import cancelled', message: 'Nothing was added.' },
} as const;

export const exportToasts = {
  started: { title: 'Export started', message: 'Your browser is saving the file.' },
  failed: { kind: 'destructive', title: 'Export failed' },
} as const;

export const exportMessages = {
  missing: (unsent: Unsent) =>
    unsent === 'unknown'
      ? 'The file may not contain unsent and unsaved changes that were only on this device.'
      : `The file does not contain ${countsOf(unsent)} that ${unsent.changes + unsent.drafts === 1 ? 'was' : 'were'} only on this device.`,
  /** Android's web view can neither save nor share files. */
  cannotSave: 'This app cannot save files on this device. Please export on the website.',
} as const;
