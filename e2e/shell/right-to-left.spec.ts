import type { Locator } from '@playwright/test';
import {
  addNote,
  addPhoto,
  cardOf,
  openNewNote,
  write,
} from '#features/notes/e2e/notes-helpers.ts';
import { expect, test } from '../support/fixtures.ts';

const TITLE = 'رحلة إلى البحر';
const CONTENT = 'خبز وجبن وماء';

test('what is written from right to left is laid out so: card, editor, photo, draft', async ({
  signedIn: page,
  person,
  request,
}) => {
  const photo_path = await addPhoto(request, person);
  await addNote(request, person, { title: TITLE, content: CONTENT, photo_path });
  await page.goto('/notes');
  const card = cardOf(page, TITLE);
  await expectRightToLeft(card.getByRole('heading'), card.getByText(CONTENT));

  await card.getByRole('button', { name: 'Photo of' }).click();
  await expectRightToLeft(page.getByRole('dialog').getByRole('heading', { name: TITLE }));
  await page.keyboard.press('Escape');

  await openNewNote(page);
  await write(page, TITLE, CONTENT);
  await expectRightToLeft(page.getByLabel('Title'), page.getByLabel('Content'));
  await page.keyboard.press('Escape');
  await expectRightToLeft(page.locator('.draft-offer p'));
});

test('names are typed in their own direction', async ({ signedIn: page }) => {
  await page.goto('/profile');
  for (const name of ['First name', 'Last name']) {
    await page.getByLabel(name).fill('ليلى');
    await expectRightToLeft(page.getByLabel(name));
  }
});

async function expectRightToLeft(...parts: Locator[]) {
  for (const part of parts) await expect(part).toHaveCSS('direction', 'rtl');
}
