import { expectRightToLeft } from '#tests/e2e/support/site.ts';
import { kind } from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  addItem,
  addPhoto,
  cardOf,
  newRows,
  openNewForm,
  textInput,
  titleInput,
  write,
} from './helpers.ts';

const TITLE = 'رحلة إلى البحر';
const TEXT = 'خبز وجبن وماء';

test('Right-to-left text is laid out right to left in card, form, photo and draft', {
  tag: '@layout',
}, async ({ signedIn: page, person, request }) => {
  const photo_path = await addPhoto(request, person);
  await addItem(request, person, { title: TITLE, text: TEXT, photo_path });
  await page.goto(kind.path);
  const card = cardOf(page, TITLE);
  await expectRightToLeft(card.getByRole('heading'), card.getByText(TEXT));

  if (kind.photo) {
    await card.getByRole('button', { name: 'Photo of' }).click();
    await expectRightToLeft(page.getByRole('dialog').getByRole('heading', { name: TITLE }));
    await page.keyboard.press('Escape');
  }

  await openNewForm(page);
  await write(page, TITLE, TEXT);
  await expectRightToLeft(titleInput(page), textInput(page));
  await page.keyboard.press('Escape');
  await expectRightToLeft(newRows(page).getByRole('heading'));
});
