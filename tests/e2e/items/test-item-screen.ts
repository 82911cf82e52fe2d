import { formLabel } from '#client/items/field-values.ts';
import { itemMessages } from '#client/items/item-messages.ts';
import { fieldsIn, type NamedField } from '#shared/described-fields.ts';
import type { ItemKind } from '#shared/items.ts';
import { withArticle } from '#shared/with-article.ts';
import { capitalize, inWords } from '#shared/words.ts';
import { choose, jpeg, preview } from '#tests/e2e/photos/helpers.ts';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect, test } from '#tests/e2e/support/fixtures.ts';
import { keepToasts } from '#tests/e2e/support/site.ts';
import { createItem, createReferred, kindNamed } from './create-item.ts';
import { controlOf, expectField, fillField, sampleOf } from './item-form.ts';

/** Tests that the screen of a kind of item shows, stores and changes every field. */
export function testItemScreen(kind: ItemKind) {
  const one = inWords(kind.one);
  const messages = itemMessages(kind);
  const [title, ...others] = fieldsIn(kind);
  if (!title) throw new Error(`${kind.many} have no fields`);

  test(`A user adds ${withArticle(one)}, finds it after a reload, changes it, deletes it and undoes the deletion`, {
    tag: '@smoke',
  }, async ({ signedIn: page, request, person }) => {
    await keepToasts(page);
    const referred = await createReferred(request, person, kind);
    const sample = (field: NamedField) => referred[field.name] ?? sampleOf(field);
    const cards = page.getByRole('list', { name: messages.heading }).getByRole('listitem');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.locator(`a[href="${kind.path}"]`).click();
    await page.getByRole('button', { name: messages.add, exact: true }).first().click();
    await fillField(page, title, 'First');
    for (const field of others) await fillField(page, field, sample(field));
    if (kind.photo) {
      await choose(page, await jpeg(40, 30));
      await expect(preview(page)).toBeVisible();
    }
    // An address does not break at the width of two columns.
    for (const field of others.filter(({ kind }) => kind === 'email' || kind === 'web-address'))
      expect((await controlOf(page, field).boundingBox())?.width).toBeGreaterThan(250);
    await expectAccessible(page);
    await save.click();
    const first = cards.filter({ hasText: 'First' });
    await expect(first).toBeVisible();

    await page.reload();
    if (kind.photo) await expect(first.locator('img')).toBeVisible();
    await first.getByRole('button', { name: 'Edit' }).click();
    for (const field of others) await expectField(page, field, sample(field));
    await controlOf(page, title).fill('Changed');
    await save.click();
    const changed = cards.filter({ hasText: 'Changed' });
    await expect(changed).toBeVisible();

    await changed.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('alertdialog', { name: messages.deleteTitle });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(changed).toHaveCount(0);
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
    await expect(changed).toBeVisible();
  });

  const reference = others.find((field) => field.kind === 'reference');
  if (reference)
    test(`${capitalize(withArticle(one))} shows what it refers to, leads to it and back, and is found by it, also offline`, async ({
      signedIn: page,
      request,
      person,
    }) => {
      const referred = await createReferred(request, person, kind);
      const cards = page.getByRole('list', { name: messages.heading }).getByRole('listitem');
      await page.goto(kind.path);
      for (const name of ['With', 'Without']) {
        await page.getByRole('button', { name: messages.add, exact: true }).first().click();
        await fillField(page, title, name);
        for (const field of others)
          if (field.isRequired || (field === reference && name === 'With'))
            await fillField(page, field, referred[field.name] ?? sampleOf(field));
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await expect(cards.filter({ hasText: name })).not.toHaveCount(0);
      }
      const linked = cards.filter({ has: page.getByRole('link', { name: 'With', exact: true }) });
      // A no-break space keeps the label at its value. The matchers would accept any space.
      expect(await linked.innerText()).toContain(`${reference.label}:\u00a0`);

      await linked.getByRole('link').click();
      const link = page.locator('.reader dd').getByRole('link').first();
      const shown = (await link.textContent()) ?? '';
      await link.click();
      await expect(page.locator('.reader').getByRole('heading', { name: shown })).toBeVisible();
      const back = page.locator('.referring-links').getByRole('link').first();
      await expect(back).toBeVisible();
      await page.context().setOffline(true);
      await back.click();
      await expect(linked).toBeVisible();
      if (!reference.isRequired) await expect(cards).toHaveCount(1);
      await expect(page.locator('.items-filters').getByLabel(reference.label)).toHaveValue(
        referred[reference.name] ?? '',
      );
      await linked.getByRole('link').click();
      await expect(link).toHaveText(shown);
    });

  if (reference)
    test(`${capitalize(withArticle(one))} refers to one of many, which is found by typing`, async ({
      signedIn: page,
      request,
      person,
    }) => {
      const other = kindNamed(reference.to);
      for (let count = 0; count < 13; count++) await createItem(request, person, other);
      await page.goto(kind.path);
      await page.getByRole('button', { name: messages.add, exact: true }).first().click();
      const control = controlOf(page, reference).and(page.getByRole('combobox'));
      await expect(control).toHaveJSProperty('tagName', 'INPUT');
      // Looks like the select of a few.
      await expect(control).toHaveCSS('background-image', /gradient/);
      await control.click();
      const list = page.getByRole('listbox');
      await expect(list.getByRole('option')).toHaveCount(13);
      // All of them are within the frame of the list, which scrolls.
      expect(await list.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true);
      await control.fill('exam');
      await control.press('Enter');
      await expect(control).toHaveValue('Example');
      await control.fill('');
      await control.press('Tab');
      await expect(control).toHaveValue('');
    });

  const longTexts = others.filter((field) => field.kind === 'long-text');
  if (longTexts.length > 1)
    test(`${capitalize(withArticle(one))} shows its long texts with their labels`, async ({
      signedIn: page,
      request,
      person,
    }) => {
      const { id } = await createItem(request, person, kind);
      await page.goto(`${kind.path}?${kind.one}=${id}`);
      const reader = page.locator('.reader');
      for (const { label } of longTexts)
        await expect(reader.getByText(label, { exact: true })).toBeVisible();
      await reader.getByRole('button', { name: 'Edit' }).click();
      for (const field of longTexts)
        await expect(page.locator('.item-form').getByText(formLabel(field))).toBeVisible();
    });
}
