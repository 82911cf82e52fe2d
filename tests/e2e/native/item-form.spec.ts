import { kind } from '#tests/e2e/items/first-kind.ts';
import {
  addItem,
  cardOf,
  linkToItems,
  newButton,
  newRows,
  textInput,
  titleInput,
} from '#tests/e2e/items/helpers.ts';
import { NATIVE_ORIGIN } from './fake-bridge.ts';
import { expect, PHONE, signInWithoutScreens, testOfItems as test } from './fixtures.ts';
import type { Platform } from './plugin-headers.ts';

test.use(PHONE);

const platforms: Platform[] = ['android', 'ios'];

for (const platform of platforms) {
  test.describe(`on ${platform}`, () => {
    test.use({ platform });

    test('In landscape, the text and Save are visible above the keyboard', {
      tag: '@layout',
    }, async ({ page, native, person }) => {
      await page.setViewportSize({ width: 844, height: 390 });
      await signInWithoutScreens(page, person);
      await native.open(kind.path);
      await newButton(page).click();
      await textInput(page).fill('One line');
      await native.emit('Keyboard.keyboardWillShow', { keyboardHeight: 180 });
      await page.setViewportSize({ width: 844, height: 210 });
      await native.emit('Keyboard.keyboardDidShow', { keyboardHeight: 180 });
      await expect(textInput(page)).toBeInViewport({ ratio: 0.9 });
      await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
      // Fields that were scrolled out of view can be reached.
      await titleInput(page).focus();
      await expect(titleInput(page)).toBeInViewport({ ratio: 1 });
    });
  });
}

test('The back button closes the form, then the item, then opens the home page', async ({
  page,
  native,
  person,
  request,
}) => {
  await addItem(request, person, { title: 'Harbour' });
  await signInWithoutScreens(page, person);
  const back = () => native.emit('App.backButton', { canGoBack: true });
  await native.open();
  await linkToItems(page, 'Bottom').tap();
  await cardOf(page, 'Harbour').getByRole('link').tap();
  const item = page.getByRole('article', { name: 'Harbour' });
  await item.getByRole('button', { name: 'Edit' }).tap();
  await expect(titleInput(page)).toHaveValue('Harbour');
  await back();
  await expect(titleInput(page)).toBeHidden();
  await expect(item).toBeVisible();
  await back();
  await expect(item).toHaveCount(0);
  await expect(page).toHaveURL(NATIVE_ORIGIN + kind.path);
  await back();
  await expect(page).toHaveURL(`${NATIVE_ORIGIN}/`);
});

test('The back button closes the confirmation dialog, then the form, then opens the home page', async ({
  page,
  native,
  person,
}) => {
  await signInWithoutScreens(page, person);
  const back = () => native.emit('App.backButton', { canGoBack: true });
  await native.open();
  await linkToItems(page, 'Bottom').click();
  await newButton(page).click();
  await titleInput(page).fill('Half a thought');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await back();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(titleInput(page)).toHaveValue('Half a thought');
  await back();
  await expect(titleInput(page)).toBeHidden();
  await expect(newRows(page)).toBeVisible();
  await expect(page).toHaveURL(NATIVE_ORIGIN + kind.path);
  await back();
  await expect(page).toHaveURL(`${NATIVE_ORIGIN}/`);
});
