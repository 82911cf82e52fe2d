import { expect } from '#tests/e2e/support/fixtures.ts';
import { open } from '#tests/e2e/support/site.ts';
import { itemUrl, kind, messages } from './first-kind.ts';
import { test } from './fixtures.ts';
import { addItem, cardOf, itemsOf, save, titleInput } from './helpers.ts';
import { back, reader, readerTitle } from './reader.ts';

test('Editing the item of another row shows that item afterwards, without a frame with the one before or the previous text', async ({
  signedIn: page,
  person,
  request,
}) => {
  const read = await addItem(request, person, { title: 'Read' });
  const edited = await addItem(request, person, { title: 'Edited' });
  await page.goto(itemUrl(read));
  await expect(readerTitle(page)).toHaveText('Read');
  const row = cardOf(page, 'Edited');
  await row.hover();
  await row.getByRole('button', { name: 'Edit' }).click();
  await titleInput(page).fill('Edited, changed');

  const shown = page.evaluate(async (last) => {
    const titles: string[] = [];
    while (titles.at(-1) !== last) {
      await new Promise((done) => requestAnimationFrame(done));
      const title = document.querySelector('article:not([hidden]) h2')?.textContent;
      if (title && title !== titles.at(-1)) titles.push(title);
    }
    return titles;
  }, 'Edited, changed');
  await save(page);
  expect(await shown).toEqual(['Edited, changed']);
  await expect(page).toHaveURL(itemUrl(edited));
});

test('Leaving the screen while the item of another row is edited changes no address later', async ({
  signedIn: page,
  person,
  request,
}) => {
  const read = await addItem(request, person, { title: 'Read' });
  await addItem(request, person, { title: 'Edited' });
  await open(page, kind.path);
  await cardOf(page, 'Read').getByRole('link').click();
  await reader(page).getByRole('button', { name: 'Edit' }).click();
  await expect(titleInput(page)).toHaveValue('Read');
  const row = cardOf(page, 'Edited');
  await row.hover();
  await row.getByRole('button', { name: 'Edit' }).click();
  await expect(titleInput(page)).toHaveValue('Edited');

  const links = page.getByRole('navigation', { name: 'Main' });
  for (const [name, path] of [
    ['About', '/about'],
    ['Contact', '/help'],
  ] as const) {
    await links.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
  }
  await back(page);
  await expect(page).toHaveURL('/about');
  await back(page);
  await expect(page).toHaveURL(itemUrl(read));
  await expect(page.getByRole('dialog', { name: messages.edit })).toHaveCount(0);
});

test('Saving an item without changes closes the form and does not date the item as edited', async ({
  signedIn: page,
  person,
  request,
}) => {
  const item = await addItem(request, person, { title: 'Packing list' });
  await page.goto(itemUrl(item));
  for (const saveUnchanged of [() => save(page), () => page.keyboard.press('Control+Enter')]) {
    await reader(page).getByRole('button', { name: 'Edit' }).click();
    await titleInput(page).fill('Packing list, changed');
    await titleInput(page).fill('Packing list');
    await saveUnchanged();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(readerTitle(page)).toHaveText('Packing list');
  }
  // A change that follows would have been sent after the others.
  await addItem(request, person, { title: 'Later' });
  await expect(cardOf(page, 'Later')).toBeVisible();
  const stored = (await itemsOf(request, person)).find(({ id }) => id === item.id);
  expect(stored?.version).toBe(item.version);
  await expect(reader(page)).not.toContainText('Edited');
});
