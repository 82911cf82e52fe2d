import { NATIVE_ORIGIN } from '#e2e/native/fake-bridge.ts';
import { expect, PHONE, signInWithoutScreens, test } from '#e2e/native/fixtures.ts';
import type { Platform } from '#e2e/native/plugin-headers.ts';
import { addNote, cardOf } from '../notes-helpers.ts';

test.use(PHONE);

const platforms: Platform[] = ['android', 'ios'];

for (const platform of platforms) {
  test.describe(`on ${platform}`, () => {
    test.use({ platform });

    test('In landscape, the content and Save are visible above the keyboard', {
      tag: '@layout',
    }, async ({ page, native, person }) => {
      await page.setViewportSize({ width: 844, height: 390 });
      await signInWithoutScreens(page, person);
      await native.open('/notes');
      await page.getByRole('button', { name: 'New note' }).click();
      const content = page.getByLabel('Content');
      await content.fill('One line');
      await native.emit('Keyboard.keyboardWillShow', { keyboardHeight: 180 });
      await page.setViewportSize({ width: 844, height: 210 });
      await native.emit('Keyboard.keyboardDidShow', { keyboardHeight: 180 });
      await expect(content).toBeInViewport({ ratio: 0.9 });
      await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 });
      // Fields that were scrolled out of view can be reached.
      await page.getByLabel('Title').focus();
      await expect(page.getByLabel('Title')).toBeInViewport({ ratio: 1 });
    });
  });
}

test('The back button closes the form, then the note, then opens the home page', async ({
  page,
  native,
  person,
  request,
}) => {
  await addNote(request, person, { title: 'Harbour' });
  await signInWithoutScreens(page, person);
  const back = () => native.emit('App.backButton', { canGoBack: true });
  await native.open();
  await page.getByRole('navigation', { name: 'Bottom' }).getByRole('link', { name: 'Demo' }).tap();
  await cardOf(page, 'Harbour').getByRole('link').tap();
  const note = page.getByRole('article', { name: 'Harbour' });
  await note.getByRole('button', { name: 'Edit' }).tap();
  await expect(page.getByLabel('Title')).toHaveValue('Harbour');
  await back();
  await expect(page.getByLabel('Title')).toBeHidden();
  await expect(note).toBeVisible();
  await back();
  await expect(note).toHaveCount(0);
  await expect(page).toHaveURL(`${NATIVE_ORIGIN}/notes`);
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
  await page
    .getByRole('navigation', { name: 'Bottom' })
    .getByRole('link', { name: 'Demo' })
    .click();
  await page.getByRole('button', { name: 'New note' }).click();
  await page.getByLabel('Title').fill('Half a thought');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await back();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await expect(page.getByLabel('Title')).toHaveValue('Half a thought');
  await back();
  await expect(page.getByLabel('Title')).toBeHidden();
  await expect(page.getByText('Unsaved note')).toBeVisible();
  await expect(page).toHaveURL(`${NATIVE_ORIGIN}/notes`);
  await back();
  await expect(page).toHaveURL(`${NATIVE_ORIGIN}/`);
});
