import { expectAccessible } from '#e2e/support/accessible.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { open } from '#e2e/support/site.ts';
import { cardOf, mockNotes } from './notes-helpers.ts';

test('Keys create, open and edit notes, not while typing, in dialogs or with a modifier', async ({
  signedIn: page,
}) => {
  await mockNotes(page, Array(40).fill({}));
  await open(page, '/notes');
  await expect(cardOf(page, 'Note 0')).toBeVisible();
  const title = page.getByRole('article').getByRole('heading', { level: 2 });
  const form = page.getByRole('dialog', { name: 'New note' });

  await test.step('j and k open the next and the previous note, and the list follows', async () => {
    for (const expected of ['Note 0', 'Note 1']) {
      await page.keyboard.press('j');
      await expect(title).toHaveText(expected);
    }
    await page.keyboard.press('k');
    await expect(title).toHaveText('Note 0');
    await page.keyboard.press('k');
    await expect(title).toHaveText('Note 0');
    for (let index = 1; index <= 20; index++) {
      await page.keyboard.press('j');
      await expect(title).toHaveText(`Note ${index}`);
    }
    await expect(cardOf(page, 'Note 20').getByRole('link')).toBeFocused();
    await expect(cardOf(page, 'Note 20')).toBeInViewport({ ratio: 1 });
  });

  await test.step('e edits the open note, Escape closes the form and then the note', async () => {
    await page.keyboard.press('e');
    await expect(page.getByLabel('Title')).toHaveValue('Note 20');
    await page.keyboard.press('Escape');
    await expect(page.getByLabel('Title')).toHaveCount(0);
    await expect(title).toHaveText('Note 20');
    await page.keyboard.press('Escape');
    await expect(title).toHaveCount(0);
    await expect(cardOf(page, 'Note 20')).toBeInViewport();
    // Nothing is open.
    await page.keyboard.press('e');
    await expect(form).toHaveCount(0);
  });

  await test.step('n opens a new note, and letters in it are text', async () => {
    await page.keyboard.press('n');
    await expect(page.getByLabel('Title')).toBeFocused();
    await page.keyboard.type('nje?/k');
    await expect(page.getByLabel('Title')).toHaveValue('nje?/k');
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await page.keyboard.press('Alt+n');
    await page
      .getByRole('region', { name: 'Unsaved note' })
      .getByRole('button', { name: 'Discard' })
      .click();
    await page.keyboard.press('n');
    await expect(form).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  await test.step('? lists them, as the button does, and they can be turned off', async () => {
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(help).toContainText('Next note');
    await expectAccessible(page);
    await help.getByRole('checkbox').uncheck();
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
    await page.reload();
    await expect(cardOf(page, 'Note 0')).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('?');
    // Not a click: the button is below a long list, which may still move it.
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter');
    await expect(help).toBeVisible();
    await expect(title).toHaveCount(0);
    await help.getByRole('checkbox').check();
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
    await page.keyboard.press('j');
    await expect(title).toHaveText(/^Note /);
  });
});
