import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { open } from '#tests/e2e/support/site.ts';
import { kind, messages } from './first-kind.ts';
import { test } from './fixtures.ts';
import { cardOf, expectWritten, newRows, titleInput } from './helpers.ts';
import { mockItems } from './mock-items.ts';

test('Keys create, open and edit items, not while typing, in dialogs or with a modifier', async ({
  signedIn: page,
}) => {
  await mockItems(page, Array(40).fill({}));
  await open(page, kind.path);
  await expect(cardOf(page, 'Item 0')).toBeVisible();
  const title = page.getByRole('article').getByRole('heading', { level: 2 });
  const form = page.getByRole('dialog', { name: messages.add });

  await test.step('j and k open the next and the previous item, and the list follows', async () => {
    for (const expected of ['Item 1', 'Item 2']) {
      await page.keyboard.press('j');
      await expect(title).toHaveText(expected);
    }
    for (const expected of ['Item 1', 'Item 0', 'Item 0']) {
      await page.keyboard.press('k');
      await expect(title).toHaveText(expected);
    }
    for (let index = 1; index <= 20; index++) {
      await page.keyboard.press('j');
      await expect(title).toHaveText(`Item ${index}`);
    }
    await expect(cardOf(page, 'Item 20').getByRole('link')).toBeFocused();
    await expect(cardOf(page, 'Item 20')).toBeInViewport({ ratio: 1 });
  });

  await test.step('e edits the open item, Escape closes the form and then leads back to the list', async () => {
    await page.keyboard.press('e');
    await expectWritten(page, 'Item 20');
    await page.keyboard.press('Escape');
    await expect(titleInput(page)).toHaveCount(0);
    await expect(title).toHaveText('Item 20');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(kind.path);
    await expect(title).toHaveText('Item 20');
    await expect(cardOf(page, 'Item 20')).toBeInViewport();
  });

  await test.step('n opens a new item, and letters in it are text', async () => {
    await page.keyboard.press('n');
    await expect(titleInput(page)).toBeFocused();
    await page.keyboard.type('nje?/k');
    await expect(titleInput(page)).toHaveValue('nje?/k');
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await page.keyboard.press('Alt+n');
    await newRows(page).getByRole('button', { name: 'Discard' }).click();
    await page.keyboard.press('n');
    await expect(form).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  });

  await test.step('? lists the shortcuts, like the button, and they can be turned off', async () => {
    await page.keyboard.press('?');
    const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    for (const { does } of messages.shortcuts) await expect(help).toContainText(does);
    await expect(help, 'the modifier of this device only').toContainText('CtrlEnter');
    await expectAccessible(page);
    await help.getByRole('checkbox', { name: 'Single-key shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
    await page.reload();
    await expect(cardOf(page, 'Item 0')).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('?');
    // Not a click: the button is below a long list, which may still move it.
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).press('Enter');
    await expect(help).toBeVisible();
    await help.getByRole('checkbox').check();
    await page.keyboard.press('Escape');
    await expect(help).toHaveCount(0);
    await expect(title).toHaveText('Item 0');
    await page.keyboard.press('j');
    await expect(title).not.toHaveText('Item 0');
  });

  await test.step('on an Apple device the list shows ⌘', async () => {
    await page.evaluate(() =>
      Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (Macintosh)' }),
    );
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog')).toContainText('⌘Enter');
  });
});
