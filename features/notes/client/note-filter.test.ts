import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Note } from '../contract.ts';
import { filterNotes, NO_FILTER, sortNotes } from './note-filter.ts';

const TODAY = new Date(2026, 10, 17).getTime();
const at = (day: number, hour: number) => new Date(2026, 10, day, hour).toISOString();

const note = (id: string, day: number, change: Partial<Note> = {}): Note => ({
  id,
  title: `Note ${id}`,
  content: '',
  photo_path: null,
  created_at: at(day, 12),
  updated_at: at(day, 12),
  version: 1,
  ...change,
});

const notes = [
  note('e', 18),
  note('d', 17, { photo_path: 'd.webp' }),
  note('c', 17),
  note('b', 16, { photo_path: 'b.webp', updated_at: at(19, 8) }),
  note('a', 15, { updated_at: at(17, 12) }),
];

const idsOf = (some: Note[]) => some.map(({ id }) => id).join('');
const found = (...ids: string[]) => ({ query: '', ids: new Set(ids), rangesIn: () => [] });

test('without a filter all notes are shown', () => {
  assert.equal(filterNotes(notes, NO_FILTER, undefined, TODAY), notes);
});

test('each filter shows its notes, and both together those that pass both', () => {
  const filtered = (withPhotos: boolean, createdToday: boolean) =>
    idsOf(filterNotes(notes, { withPhotos, createdToday }, undefined, TODAY));
  assert.equal(filtered(true, false), 'db');
  assert.equal(filtered(false, true), 'dc');
  assert.equal(filtered(true, true), 'd');
});

test('a search and a filter show what passes both', () => {
  assert.equal(idsOf(filterNotes(notes, NO_FILTER, found('a', 'c', 'd'), TODAY)), 'dca');
  const filter = { withPhotos: false, createdToday: true };
  assert.equal(idsOf(filterNotes(notes, filter, found('a', 'c', 'd'), TODAY)), 'dc');
  assert.equal(idsOf(filterNotes(notes, NO_FILTER, found(), TODAY)), '');
});

test('sorted by the last edit, the newest is first and equal ones are in the order of their ids', () => {
  assert.equal(idsOf(sortNotes(notes, 'created')), 'edcba');
  assert.equal(idsOf(sortNotes(notes, 'edited')), 'bedca');
});
