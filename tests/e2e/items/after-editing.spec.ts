import { expect } from '#tests/e2e/support/fixtures.ts';
import { open } from '#tests/e2e/support/site.ts';
import { itemUrl, kind, messages } from './first-kind.ts';
import { test } from './fixtures.ts';
import { addItem, cardOf, save, titleInput } from './helpers.ts';
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
