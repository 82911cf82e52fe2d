import { NotebookPen } from 'lucide-react';
import type { ClientFeature } from '#client/feature.ts';
import { lazyScreen } from '#client/shell/route.ts';
import { forgetDrafts } from './draft-storage.ts';
import { forgetKeptNotes } from './offline-cache.ts';

/** Part of the first download: the screen and what it needs are imported lazily. */
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
  sessionData: {
    // A browser without a database has nothing to delete.
    clearCache: () => void forgetKeptNotes().catch(() => {}),
    clearUnsaved: forgetDrafts,
  },
  recoverPhoto: async (result, source) => {
    const { keepLostPhoto } = await import('./lost-photo.ts');
    return keepLostPhoto(result, source);
  },
  counts: { notes: 'Notes' },
};
