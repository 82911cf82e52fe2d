import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectToast } from '#e2e/support/site.ts';
import { addNote, addPhoto, bearer, cardOf, notesOf } from './notes-helpers.ts';
import { openForm, saveAndClose } from './sync-helpers.ts';

/** Keeps a part of the app from being loaded, as without a network, or after a deploy without a service worker. */
async function blockCode(page: Page, name: string) {
  const address = new RegExp(`/assets/${name}-.*\\.js`);
  await page.route(address, (route) => route.abort());
  return () => page.unroute(address);
}

async function expectScreenStays(page: Page) {
  await expectToast(page, 'Not loaded');
  await expect(page.getByRole('heading', { name: 'Notes', level: 1 })).toBeVisible();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
}

test('A conflict whose dialog cannot be loaded waits with its note, and can be decided later', async ({
  signedIn: page,
  person,
  request,
}) => {
  const { id } = await addNote(request, person, { title: 'Meeting', content: 'At nine' });
  const unblock = await blockCode(page, 'conflict-dialog');
  await page.goto('/notes');
  await openForm(page, 'Meeting');
  const data = { title: 'Meeting', content: 'At ten' };
  await request.put(`/api/notes/${id}`, { data, headers: bearer(person) });
  await expect(page.getByText('This note was changed on another device.')).toBeVisible();
  await page.getByLabel('Content').fill('At eight');
  await saveAndClose(page);
  await expectScreenStays(page);
  await expect(cardOf(page, 'Meeting')).toContainText('Two versions');

  const edit = cardOf(page, 'Meeting').getByRole('button', { name: 'Edit' });
  await edit.click();
  await expectScreenStays(page);
  await unblock();
  await edit.click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByRole('region', { name: 'This device' })).toContainText('At eight');
  await dialog.getByRole('button', { name: 'Keep this one' }).click();
  await expect(page.getByText('Two versions')).toHaveCount(0);
  await expect.poll(() => notesOf(request, person)).toMatchObject([{ content: 'At eight' }]);
});

test('A photo whose dialog cannot be loaded leaves the list, and opens the next time', async ({
  signedIn: page,
  person,
  request,
}) => {
  const photo_path = await addPhoto(request, person);
  await addNote(request, person, { title: 'Harbour', photo_path });
  const unblock = await blockCode(page, 'photo-dialog');
  await page.goto('/notes');
  const photo = cardOf(page, 'Harbour').getByRole('button', { name: 'Photo of' });
  await photo.click();
  await expectScreenStays(page);
  await unblock();
  await photo.click();
  await expect(page.getByRole('dialog', { name: 'Harbour' })).toBeVisible();
});

test('A search that cannot be loaded says so, and finds something once it can', async ({
  signedIn: page,
  person,
  request,
}) => {
  for (const title of ['Harbour', 'Meeting']) await addNote(request, person, { title });
  const unblock = await blockCode(page, 'search-index');
  await page.goto('/notes');
  await expect(cardOf(page, 'Harbour')).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Search notes' });
  await search.fill('har');
  await expectScreenStays(page);
  await unblock();
  await search.fill('harb');
  await expect(cardOf(page, 'Meeting')).toHaveCount(0);
  await expect(cardOf(page, 'Harbour')).toBeVisible();
});
