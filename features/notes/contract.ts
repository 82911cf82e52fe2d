import * as v from 'valibot';
import { defineEndpoints } from '#shared/endpoint.ts';
import { longTextField, textField } from '#shared/fields.ts';
import { type ItemModel, type ItemOf, itemContract } from '#shared/item-contract.ts';
import type { Paths } from '#shared/path.ts';
import type { FeatureManifest } from '#shared/web-manifest.ts';

/** The fields of the form. The first is the title. */
export const noteFields = v.object({
  title: textField('Title', { maxCharacters: 100, isRequired: true }),
  content: longTextField('Content', { maxCharacters: 1000, isRequired: true }),
});

export const noteModel = {
  one: 'note',
  many: 'notes',
  fields: noteFields,
  photo: true,
} as const satisfies ItemModel;

export const noteItems = itemContract('/api/notes', noteModel);
export type Note = ItemOf<typeof noteItems>;

export const noteEndpoints = defineEndpoints({
  listNotes: noteItems.list,
  createNote: noteItems.create,
  updateNote: noteItems.update,
  deleteNote: noteItems.remove,
  restoreNote: noteItems.restore,
});

export const notePaths = { '/notes': 'browser' } as const satisfies Paths;

export const noteManifest: FeatureManifest<typeof notePaths> = {
  startPath: '/notes',
  shortcuts: [{ name: 'New note', url: '/notes?new' }],
  shareTarget: {
    path: '/notes',
    params: { title: 'title', text: 'text', url: 'url', photo: 'photo' },
  },
  screenshots: [
    {
      file: 'notes-wide-light.webp',
      sizes: '1680x1080',
      form_factor: 'wide',
      label: 'Notes with photos',
    },
    {
      file: 'notes-phone-light.webp',
      sizes: '720x1440',
      form_factor: 'narrow',
      label: 'Notes with photos',
    },
  ],
};
