import { expect } from '#tests/e2e/support/fixtures.ts';
import { draftKeys, expectOutboxEmpty } from './device.ts';
import { kind, urls } from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  addItem,
  cardOf,
  cardsOf,
  changedRows,
  confirmDeletion,
  expectWritten,
  itemsOf,
  write,
} from './helpers.ts';

test('Unsaved changes of an item are restored, and an unchanged item leaves no draft', async ({
  signedIn: page,
  person,
  request,
}) => {
  await addItem(request, person, { title: 'As it was', text: 'The content' });
  await page.goto(kind.path);
  await cardsOf(page).getByRole('button', { name: 'Edit' }).click();
  await write(page, 'As it was', 'The content, longer');
  await expect.poll(() => draftKeys(page)).toHaveLength(1);
  await page.reload();
  await expect(changedRows(page)).toHaveCount(1);
  await cardsOf(page).getByRole('button', { name: 'Edit' }).click();
  await expectWritten(page, 'As it was', 'The content, longer');
  await write(page, 'As it was', 'The content');
  await page.keyboard.press('Escape');
  await expect(changedRows(page)).toHaveCount(0);
  await expect.poll(() => draftKeys(page)).toEqual([]);
});

test('Deleting items deletes their unsaved changes before the server responds', async ({
  signedIn: page,
  person,
  request,
}) => {
  const titles = ['Second', 'First'];
  for (const title of titles) await addItem(request, person, { title });
  const mayRespond = Promise.withResolvers<void>();
  await page.route(urls.one, async (route) => {
    await mayRespond.promise;
    await route.continue();
  });
  await page.goto(kind.path);
  for (const title of titles) {
    await cardOf(page, title).getByRole('button', { name: 'Edit' }).click();
    await write(page, title, 'Some content, longer');
    await page.keyboard.press('Escape');
  }
  await expect(changedRows(page)).toHaveCount(2);
  for (const title of titles) {
    await confirmDeletion(page, title);
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
  }
  await expect(changedRows(page)).toHaveCount(0);
  await expect.poll(() => draftKeys(page)).toEqual([]);
  mayRespond.resolve();
  await expectOutboxEmpty(page);
  expect(await itemsOf(request, person)).toEqual([]);
});
