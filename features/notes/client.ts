import { NotebookPen } from 'lucide-react';
import { itemScreens } from '#client/items/item-screens.ts';
import { notes } from './contract.ts';

export const notesClient = itemScreens(notes, {
  label: 'Demo',
  title: 'Notes',
  icon: NotebookPen,
  description: 'Your personal notes and photos.',
  screen: {
    source: 'features/notes/client/notes.tsx',
    load: () => import('./client/notes.tsx'),
  },
});
