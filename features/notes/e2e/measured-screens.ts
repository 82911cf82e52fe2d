import { type Interaction, type MeasuredScreen, tap } from '#tooling/measured-screens.ts';
import { mockNotes } from '../testing/mock-notes.ts';

const BUDGET = { startKb: 130, scriptKb: 130, requests: 60 };

const openEditor: Interaction = {
  name: 'new note',
  act: (page) => tap(page, 'button.new-note'),
  shows: '.editor input',
};

const type: Interaction = {
  name: 'typing',
  act: (page) => page.locator('.editor input').press('x'),
  shows: '.editor input[value="x"]',
};

/** The same screen with few and with many notes, whose cost should be the same. */
export const screens: MeasuredScreen[] = [10, 10_000].map((count) => ({
  name: `notes, ${count.toLocaleString('en-GB')}`,
  path: '/notes',
  as: 'user',
  budget: BUDGET,
  before: (page) => mockNotes(page, Array(count).fill({ content: 'A line of text. '.repeat(20) })),
  ready: `.note-stats dd:text-is("${count}")`,
  interactions: [openEditor, type],
  scrolls: true,
}));
