import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DemoAccount } from '#server/feature.ts';
import type { Files } from '#server/files/store.ts';
import type { ItemStore } from '#server/items/store.ts';
import type { User } from '#shared/auth.ts';
import type { notes } from '../contract.ts';

/** Creates the notes of one demo account. */
export async function seedDemoNotes(
  { id, user_type }: DemoAccount,
  { store, files }: { store: ItemStore<typeof notes>; files: Files },
) {
  for (const { photo, ...note } of demoNotes[user_type]) {
    const photo_path =
      photo && (await files.add(id, await readFile(join(import.meta.dirname, photo))));
    await store.create(id, { ...note, photo_path });
    // The list is ordered by time in milliseconds.
    await sleep(2);
  }
}

type DemoNote = { title: string; content: string; photo?: string };

/** The notes of each demo account, oldest first. */
export const demoNotes: Record<User['user_type'], DemoNote[]> = {
  user: [
    {
      title: 'Reading list',
      content: 'A Pattern Language\nThe Design of Everyday Things\nThe Timeless Way of Building',
    },
    {
      title: 'Bicycle',
      content: 'New brake pads in front. The rear light wants two small batteries.',
    },
    {
      title: 'Harbour walk',
      content: 'The red boat is still for sale. Come back on a weekday and ask for the owner.',
      photo: 'harbour.jpg',
    },
    {
      title: 'Saturday market',
      content:
        'Tomatoes, basil, good bread. Ask the cheese stand about the goat cheese from last week.',
    },
    {
      title: 'Cabin weekend',
      content: 'Key under the third stone. Bring candles, the good coffee and something to read.',
      photo: 'cabin.jpg',
    },
    {
      title: 'Welcome to your notes',
      content:
        'Write something, add a photo from the camera or the gallery, and find it again on every device. Edit or delete this note whenever you like.',
    },
  ],
  admin: [
    {
      title: 'Before the first release',
      content:
        'Set PUBLIC_URL and SMTP_URL, run a backup, then restore it somewhere else to be sure.',
    },
    { title: 'Dashboard', content: 'The user menu leads to the admin dashboard.' },
  ],
};
