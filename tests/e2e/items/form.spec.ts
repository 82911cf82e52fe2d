import { fieldRuleMessages } from '#shared/messages.ts';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { countCalls } from '#tests/e2e/support/account.ts';
import { expect, insertText } from '#tests/e2e/support/fixtures.ts';
import { captureRequestBody } from '#tests/e2e/support/site.ts';
import { expectOutboxEmpty } from './device.ts';
import { allValuesOf, kind, longTextField, messages, titleField, titleWith } from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  addItem,
  cardOf,
  expectWritten,
  itemsOf,
  newButton,
  openForm,
  openNewForm,
  save,
  titleInput,
  write,
} from './helpers.ts';
import { controlOf, fillField, maxCharactersOf } from './item-form.ts';

test.describe('The item form', () => {
  test('requires required fields, limits its texts, and counts their characters near the limit', async ({
    signedIn: page,
  }) => {
    const texts = longTextField ? [titleField, longTextField] : [titleField];
    const required = texts.filter(({ isRequired }) => isRequired);
    await page.goto(kind.path);
    await openNewForm(page);
    for (const field of required) await expect(controlOf(page, field)).toHaveAttribute('required');
    const button = page.getByRole('button', { name: 'Save' });
    await expect(button).toBeDisabled();
    for (const field of required) {
      await write(page, 'A title', 'A text');
      await expect(button).toBeEnabled();
      await fillField(page, field, field === titleField ? '   ' : '   \n ');
      await expect(button).toBeDisabled();
    }

    await test.step('an error is shown for a title of invisible characters', async () => {
      await write(page, 'A title', 'A text');
      await fillField(page, titleField, '\u200b\u200b');
      await save(page);
      await expect(page.getByText(fieldRuleMessages.required(titleField.label))).toBeVisible();
      await expect(titleInput(page)).toBeFocused();
      await expect(titleInput(page)).toHaveAttribute('aria-invalid', 'true');
      await expectAccessible(page);
    });

    for (const field of texts)
      await test.step(field.label, async () => {
        const most = maxCharactersOf(field);
        const uncounted = Math.ceil(most * 0.8) - 1;
        await fillField(page, field, '');
        await insertText(controlOf(page, field), 't'.repeat(uncounted));
        await expect(controlOf(page, field)).toHaveValue('t'.repeat(uncounted));
        await expect(page.getByText(`${uncounted} / ${most}`)).toHaveCount(0);
        await insertText(controlOf(page, field), 't'.repeat(most - uncounted + 1));
        await expect(page.getByText(`${most} / ${most}`, { exact: true })).toBeVisible();
      });
    await save(page);
    await expect(cardOf(page, 't'.repeat(maxCharactersOf(titleField)))).toBeVisible();
  });

  test('creates and updates an item, shows it first, announces it and returns the focus', {
    tag: '@smoke',
  }, async ({ signedIn: page, person, request }) => {
    const text = longTextField ? 'Two bottles\nof the good one' : 'Two bottles';
    await addItem(request, person, { title: 'Older' });
    await page.goto(kind.path);
    await openNewForm(page);
    await expect(titleInput(page)).toBeFocused();
    await write(page, 'Milk', text);
    await titleInput(page).fill(`  ${titleWith('Milk', text)}  `);
    await save(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 3 })).toHaveText([
      titleWith('Milk', text),
      'Older',
    ]);
    await expect(page.getByRole('status').getByText(messages.created)).toBeAttached();
    await expect(newButton(page)).toBeFocused();
    await expectOutboxEmpty(page);
    expect(await itemsOf(request, person)).toMatchObject([
      { title: 'Milk', text },
      { title: 'Older' },
    ]);

    await openForm(page, 'Older');
    await expectWritten(page, 'Older');
    await titleInput(page).fill('After');
    const sent = await captureRequestBody(page, 'PUT');
    await page.keyboard.press('Control+Enter');
    expect(await sent()).toEqual({ ...allValuesOf({ title: 'After' }), version: 1 });
    await expect(cardOf(page, 'After')).toBeVisible();
    await expect(page.getByRole('status').getByText(messages.updated)).toBeAttached();
    await expect(cardOf(page, 'After').getByRole('button', { name: 'Edit' })).toBeFocused();
  });

  test('is not saved by Escape, Cancel or Ctrl+Enter in the confirmation dialog', async ({
    signedIn: page,
    person,
    request,
    browserName,
  }) => {
    await page.goto(kind.path);
    await newButton(page).focus();
    await page.keyboard.press('Enter');
    await expect(titleInput(page)).toBeFocused();
    await page.keyboard.type('Half a th');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(newButton(page)).toBeFocused();
    await openNewForm(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await openNewForm(page);
    await write(page, 'Half a thought', 'for nobody');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    const sent = countCalls(page, kind.list.path);
    await page.keyboard.press('Control+Enter');
    // Firefox presses the focused button, other browsers do not.
    if (browserName !== 'firefox') {
      const cancel = dialog.getByRole('button', { name: 'Cancel' });
      await expect(cancel).toBeFocused();
      await cancel.click();
    }
    await expect(dialog).toHaveCount(0);
    await expectWritten(page, 'Half a thought', 'for nobody');
    await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled();
    expect(sent.count).toBe(0);
    expect(await itemsOf(request, person)).toEqual([]);
  });
});
