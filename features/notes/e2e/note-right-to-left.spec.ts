import { test } from '#e2e/support/fixtures.ts';
import { expectRightToLeft } from '#e2e/support/site.ts';
import { addNote, addPhoto, cardOf, openNewNote, write } from './notes-helpers.ts';

const TITLE = 'رحلة إلى البحر';
const CONTENT = 'خبز وجبن وماء';

test('Right-to-left text is laid out right to left in card, form, photo and draft', {
  tag: '@layout',
}, async ({ signedIn: page, person, request }) => {
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
