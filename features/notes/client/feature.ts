import { NotebookPen } from 'lucide-react';
import type { ClientFeature } from '#client/feature.ts';
import { lazyScreen } from '#client/shell/route.ts';

/** Every page downloads this file, so it imports the screen lazily. */
export const notes: ClientFeature = {
  routes: [
    {
      path: '/notes',
      source: 'features/notes/client/notes.tsx',
      screen: lazyScreen(() => import('./notes.tsx')),
      access: 'signed-in',
      title: 'Notes',
      description: 'Your personal notes and photos.',
      prerender: 'shell',
    },
  ],
  navigation: { label: 'Demo', icon: NotebookPen, path: '/notes' },
  recoverPhoto: async (result, source) => {
    const { recoverPhoto } = await import('#client/sync/recover-photo.ts');
    const { noteEntity } = await import('./note-entity.ts');
    return recoverPhoto(noteEntity, result, source);
  },
  counts: { notes: 'Notes' },
};
