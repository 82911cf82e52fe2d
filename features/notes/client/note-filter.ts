import type { Found } from '#client/search/search-index.ts';
import type { Note } from '../contract.ts';

/** Which notes are shown. Both filters together show only notes that pass both. */
export type NoteFilter = { withPhotos: boolean; createdToday: boolean };

export const NO_FILTER: NoteFilter = { withPhotos: false, createdToday: false };

/** The first is the default. */
export const NOTE_SORTS = ['created', 'edited'] as const;
export type NoteSort = (typeof NOTE_SORTS)[number];

/** Returns the texts that a search looks through. */
export const searchedTexts = ({ title, content }: Note) => [title, content];

export const hasPhoto = ({ photo_path }: Note) => photo_path !== null;

/** Returns a function that tells whether a note was created on the day that begins at `dayStart`, in milliseconds. */
export function createdOn(dayStart: number) {
  const dayEnd = new Date(dayStart).setHours(24);
  return ({ created_at }: Note) => {
    const createdAt = Date.parse(created_at);
    return dayStart <= createdAt && createdAt < dayEnd;
  };
}

/** Returns the date by which a note is sorted. */
export const dateOf = (note: Note, sort: NoteSort) =>
  sort === 'edited' ? note.updated_at : note.created_at;

/** Sorts notes that are sorted by creation already, newest first. */
export const sortNotes = (notes: Note[], sort: NoteSort): Note[] =>
  sort === 'created'
    ? notes
    : [...notes].sort((a, b) => compare(b.updated_at, a.updated_at) || compare(b.id, a.id));

/** Returns the notes that pass the filters and that a search has found, if there is one. */
export function filterNotes(
  notes: Note[],
  { withPhotos, createdToday }: NoteFilter,
  found: Found | undefined,
  today: number,
): Note[] {
  if (!withPhotos && !createdToday && !found) return notes;
  const isFromToday = createdOn(today);
  return notes.filter(
    (note) =>
      (!withPhotos || hasPhoto(note)) &&
      (!createdToday || isFromToday(note)) &&
      (!found || found.ids.has(note.id)),
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
