import type { ItemFilter } from '#client/items/sort-items.ts';
import type { Note } from '../contract.ts';

/** Which notes are shown. Both filters together show only notes that match both. */
export type NoteFilter = { withPhotos: boolean; createdToday: boolean };

export const NO_FILTER: NoteFilter = { withPhotos: false, createdToday: false };

export const hasPhoto = ({ photo_path }: Note) => photo_path !== null;

/** Returns a function that tells whether a note was created on the day that begins at `dayStart`, in milliseconds. */
export function createdOn(dayStart: number) {
  const dayEnd = new Date(dayStart).setHours(24);
  return ({ created_at }: Note) => {
    const createdAt = Date.parse(created_at);
    return dayStart <= createdAt && createdAt < dayEnd;
  };
}

/** Returns the filter of the list, or undefined if all notes are shown. */
export function filterOf(
  { withPhotos, createdToday }: NoteFilter,
  today: number,
  clear: () => void,
): ItemFilter<Note> | undefined {
  if (!withPhotos && !createdToday) return undefined;
  const isFromToday = createdOn(today);
  return {
    name: [withPhotos, createdToday].join(),
    accepts: (note) => (!withPhotos || hasPhoto(note)) && (!createdToday || isFromToday(note)),
    clear,
  };
}
