import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Note } from '../contract.ts';
import { filterOf, NO_FILTER, type NoteFilter } from './note-filter.ts';

const TODAY = new Date(2026, 10, 17).getTime();
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();

const note = (id: string, day: number, photo_path: string | null = null): Note => ({
  id,
  title: `Note ${id}`,
  content: '',
  photo_path,
  created_at: at(day, 12),
  updated_at: at(day, 12),
  version: 1,
});

const notes = [
  note('e', 18),
  note('d', 17, 'd.webp'),
  note('c', 17),
  note('b', 16, 'b.webp'),
  note('a', 15),
];

const filter = (chosen: NoteFilter) => filterOf(chosen, TODAY, () => {});

test('without a choice nothing is filtered', () => {
  assert.equal(filter(NO_FILTER), undefined);
});

test('each filter shows its notes, and both together show the notes that match both', () => {
  const shown = (withPhotos: boolean, createdToday: boolean) =>
    notes
      .filter((one) => filter({ withPhotos, createdToday })?.accepts(one))
      .map(({ id }) => id)
      .join('');
  assert.equal(shown(true, false), 'db');
  assert.equal(shown(false, true), 'dc');
  assert.equal(shown(true, true), 'd');
});

test('every choice has another name', () => {
  const names = [true, false].flatMap((withPhotos) =>
    [true, false].map((createdToday) => filter({ withPhotos, createdToday })?.name),
  );
  assert.equal(new Set(names).size, 4);
});
