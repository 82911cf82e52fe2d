import { longTextField, textField } from '#shared/fields.ts';
import { defineItems, type ItemOf } from '#shared/items.ts';
import type { FeatureManifest } from '#shared/web-manifest.ts';

export const notes = defineItems({
  one: 'note',
  many: 'notes',
  fields: {
    title: textField('Title', { maxCharacters: 100, isRequired: true }),
    content: longTextField('Content', { maxCharacters: 1000, isRequired: true }),
  },
  photo: true,
});
export type Note = ItemOf<typeof notes>;

export const noteManifest: FeatureManifest<typeof notes.path> = {
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
