import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect, test } from '#tests/e2e/support/fixtures.ts';
import { open } from '#tests/e2e/support/site.ts';
import type { Note } from '../contract.ts';
import { mockNotes } from '../testing/mock-notes.ts';
import { addNote, addPhoto } from './notes-helpers.ts';

const SIZES = [
  { width: 320, height: 640 },
  { width: 834, height: 1112 },
  { width: 1440, height: 900 },
];

const dated = (day: string) => ({
  created_at: `${day}T09:00:00.000Z`,
  updated_at: `${day}T09:00:00.000Z`,
});
const NOTES: Partial<Note>[] = [
  { title: 'Harbour', content: 'Boats at dusk', photo_path: 'a', ...dated('2026-11-17') },
  { title: 'Shopping', content: 'Bread and butter', ...dated('2026-11-17') },
  { title: 'Cabin', content: 'Bring a boat', photo_path: 'b', ...dated('2026-11-02') },
  { title: 'Bakery', content: 'Bread at seven', ...dated('2026-09-30') },
  { title: 'Old plan', content: 'Long ago', ...dated('2025-01-01') },
];

const counts = (page: Page) => page.locator('.note-stats');
const stat = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const titlesOf = (page: Page) => page.locator('.item-title');
const searchField = (page: Page) => page.getByRole('searchbox', { name: 'Search notes' });

async function writeNote(page: Page, title: string) {
  await page.getByRole('button', { name: 'New note' }).click();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Content').fill('Some content');
  await page.getByRole('button', { name: 'Save' }).click();
}

test('The counts are zero without notes, and follow every change', async ({
  signedIn: page,
  person,
  request,
}) => {
  await page.goto('/notes');
  await expect(counts(page)).toHaveText('Total notes0With photos0Created today0');
  await addNote(request, person, {
    title: 'Oldest',
    photo_path: await addPhoto(request, person),
  });
  for (const title of ['Middle', 'Newest']) await addNote(request, person, { title });
  await page.reload();
  await expect(counts(page)).toHaveText('Total notes3With photos1Created today3');
  await writeNote(page, 'Written here');
  await expect(counts(page)).toHaveText('Total notes4With photos1Created today4');

  await page
    .getByRole('listitem')
    .filter({ hasText: 'Oldest' })
    .getByRole('button', { name: 'Edit' })
    .click();
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(counts(page)).toHaveText('Total notes4With photos0Created today4');
});

test('The count of today is updated at midnight and when the screen is opened again on another day', async ({
  signedIn: page,
}) => {
  const at = (day: number, hour: number) => new Date(2026, 0, day, hour);
  await page.clock.install({ time: at(2, 23) });
  const created = (day: number) => ({ created_at: at(day, 12).toISOString() });
  await mockNotes(page, [created(4), created(2), created(2)]);
  await page.goto('/notes');
  const createdToday = page.locator('dl div').filter({ hasText: 'Created today' }).locator('dd');
  await expect(createdToday).toHaveText('2');
  await page.clock.fastForward('01:00:01');
  await expect(createdToday).toHaveText('0');
  // The device was asleep, so no timers ran.
  await page.clock.setSystemTime(at(4, 9));
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(createdToday).toHaveText('1');
});

test.describe('In another time zone', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' });

  test('today is the day of the viewer', async ({ signedIn: page }) => {
    // 01:00 on 11 March, 14 hours ahead of UTC.
    await page.clock.setFixedTime('2026-03-10T11:00:00Z');
    await mockNotes(page, [
      { title: 'After midnight', created_at: '2026-03-10T10:30:00.000Z' },
      { title: 'Before midnight', created_at: '2026-03-10T09:30:00.000Z' },
    ]);
    await page.goto('/notes');
    await expect(counts(page)).toContainText('Created today1');
  });
});

test('The counts are on one line of a small phone', { tag: '@layout' }, async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await mockNotes(page, Array(8).fill({ created_at: '2026-01-15T12:00:00.000Z' }));
  await open(page, '/notes');
  const numbers = counts(page).locator('dd');
  await expect(numbers.first()).toHaveText('8');
  const tops = await numbers.evaluateAll((all) =>
    all.map((one) => Math.round(one.getBoundingClientRect().top)),
  );
  expect(new Set(tops).size).toBe(1);
});

test('Nothing invisible takes space between the counts and the search', { tag: '@layout' }, async ({
  signedIn: page,
}) => {
  await mockNotes(page, [{}]);
  await page.goto('/notes');
  await expect(titlesOf(page)).toBeVisible();
  const head = await boxOf(page.locator('.items-head'));
  const stats = await boxOf(counts(page));
  const list = await boxOf(page.locator('.searchable-items'));
  expect(list.y - bottomOf(stats)).toBeCloseTo(stats.y - bottomOf(head), 0);
});

test('Large counts are easy to read', async ({ signedIn: page }) => {
  await mockNotes(page, Array(10_000).fill({}));
  await page.goto('/notes');
  await expect(counts(page)).toContainText('Total notes10,000');
});

test.describe('The counts', () => {
  test.use({ timezoneId: 'UTC' });

  for (const size of SIZES)
    test(`filter, together with each other and with the search, at ${size.width} px`, {
      tag: size.width === 1440 ? '@smoke' : [],
    }, async ({ signedIn: page }) => {
      await page.setViewportSize(size);
      await openNotes(page, NOTES);
      await expect(counts(page)).toHaveText('Total notes5With photos2Created today2');
      await stat(page, 'With photos').focus();
      await page.keyboard.press('Space');
      await expect(stat(page, 'With photos')).toHaveAttribute('aria-pressed', 'true');
      await expect(titlesOf(page)).toHaveText(['Harbour', 'Cabin']);
      await expect(page.getByRole('status').getByText('2 of 5 notes')).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(stat(page, 'Created today')).toHaveAttribute('aria-pressed', 'true');
      await expect(titlesOf(page)).toHaveText(['Harbour']);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      await expect(searchField(page)).toBeFocused();
      await page.keyboard.type('boat');
      await expect(titlesOf(page)).toHaveText(['Harbour', 'Cabin']);
      await page.keyboard.type(' bring');
      await expect(titlesOf(page)).toHaveText(['Cabin']);
      await page.keyboard.type(' zebra');
      await expect(page.getByRole('button', { name: 'Clear search and filters' })).toBeVisible();
      await page.keyboard.press('Escape');
      await stat(page, 'Total notes').focus();
      await page.keyboard.press('Enter');
      await expect(stat(page, 'With photos')).toHaveAttribute('aria-pressed', 'false');
      await expect(titlesOf(page)).toHaveCount(5);
      await expect(counts(page)).toHaveText('Total notes5With photos2Created today2');
    });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

    test('stop filtering and searching when a note is created', async ({ signedIn: page }) => {
      await openNotes(page, Array(300).fill({ content: 'Seven' }));
      await searchField(page).tap();
      await page.keyboard.type('seven');
      await expect(page.getByRole('status').getByText('300 of 300 notes')).toBeAttached();
      await stat(page, 'With photos').tap();
      await expect(page.getByRole('heading', { name: 'No notes match' })).toBeVisible();
      await writeNote(page, 'Just written');
      await expect(titlesOf(page).first()).toHaveText('Just written');
      await expect(searchField(page)).toHaveValue('');
      await expect(stat(page, 'With photos')).toHaveAttribute('aria-pressed', 'false');
    });
  });
});

async function openNotes(page: Page, notes: Partial<Note>[]) {
  await page.clock.setFixedTime('2026-11-17T12:00:00Z');
  await mockNotes(page, notes);
  // These photos were never uploaded.
  await page.route('**/api/file/**', (route) => route.abort());
  await open(page, '/notes');
  await expect(titlesOf(page).first()).toBeVisible();
}

async function boxOf(part: Locator) {
  const box = await part.boundingBox();
  if (!box) throw new Error(`${part} is not on the page`);
  return box;
}

const bottomOf = ({ y, height }: { y: number; height: number }) => y + height;
