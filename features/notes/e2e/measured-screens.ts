import { formatNumber } from '#shared/format-number.ts';
import type { Interaction, MeasuredScreen } from '#tests/support/measured-screens.ts';
import { mockNotes } from '../testing/mock-notes.ts';

const BUDGET = { startKb: 130, scriptKb: 138, styleKb: 15, requests: 49 };

const openEditor: Interaction = {
  name: 'new note',
  act: (page) => page.locator('button.new-item').tap(),
  shows: '.item-form textarea',
};

const type: Interaction = {
  name: 'typing',
  act: (page) => page.locator('.item-form textarea').first().press('x'),
  shows: '.inline-text[data-value="x"]',
};

/** The same screen with few and with many notes, which should cost the same. */
export const screens: MeasuredScreen[] = [10, 10_000].map((count) => ({
  name: `notes, ${formatNumber(count)}`,
  path: '/notes',
  as: 'user',
  budget: BUDGET,
  async before(page) {
    await mockNotes(page, Array(count).fill({ content: 'A line of text. '.repeat(20) }));
    // Otherwise the notes of the account would follow.
    await page.route('**/api/changes?*', (route) =>
      route.fulfill({ json: { success: true, seq: 0, changes: {}, more: false, reset: false } }),
    );
  },
  ready: `.note-stats dd:text-is("${formatNumber(count)}")`,
  interactions: [openEditor, type],
  scrolls: true,
}));
