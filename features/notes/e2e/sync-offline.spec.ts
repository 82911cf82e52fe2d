import type { APIRequestContext, Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { createPerson, expect, signInWithoutScreens } from '#e2e/support/fixtures.ts';
import { expectToast, toastTitles } from '#e2e/support/site.ts';
import { test, visitTwice } from '#e2e/support/site-fixtures.ts';
import { addNote, addPhoto, cardOf, notesOf, openNewNote } from './notes-helpers.ts';
import {
  deleteNote,
  editContent,
  expectAllSent,
  expectOnServer,
  unsentMarks,
  writeNote,
} from './sync-helpers.ts';

test.use({ serviceWorkers: 'allow' });

test('Notes that are written, changed and deleted offline survive a reload and are sent exactly once', {
  tag: '@smoke',
}, async ({ page, context, request }) => {
  const person = await openWithNotes(page, request);
  await context.setOffline(true);
  await writeNote(page, { title: 'First', photoWidth: 40 });
  await writeNote(page, { title: 'Second', photoWidth: 50 });
  await writeNote(page, { title: 'Third', photoWidth: 60 });
  await editContent(page, 'Packing list', 'Tent, stove, matches, rope');
  await deleteNote(page, 'Finished');
  // No request was made, so nothing has failed.
  expect(await toastTitles(page)).toEqual([]);

  await page.reload();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Third',
    'Second',
    'First',
    'Packing list',
  ]);
  await expect(unsentMarks(page)).toHaveCount(4);
  await expect(cardOf(page, 'Packing list')).toContainText('rope');
  await expect(page.getByText('5 changes are not sent yet: you are offline.')).toBeVisible();
  await expect(page.locator('.item-photo img')).toHaveCount(4);
  await expectAccessible(page);
  await cardOf(page, 'Second').getByRole('button', { name: 'Photo of “Second”' }).click();
  await expect(page.getByRole('dialog').locator('img')).toHaveJSProperty('naturalWidth', 50);
  await page.keyboard.press('Escape');
  expect(await notesOf(request, person)).toHaveLength(2);

  await context.setOffline(false);
  await expectAllSent(page);
  const sent = [
    { title: 'First', photoWidth: 40 },
    { title: 'Second', photoWidth: 50 },
    { title: 'Third', photoWidth: 60 },
    { title: 'Packing list', content: 'Tent, stove, matches, rope', photoWidth: 800 },
  ];
  await expectOnServer(request, person, sent);
  await page.reload();
  await expect(page.locator('.item-photo img')).toHaveCount(4);
  await expectOnServer(request, person, sent);
});

test('Without a server, a note is kept with the reason why it was not sent, and sent on request', async ({
  page,
  request,
  site,
}) => {
  const person = await openWithNotes(page, request);
  await site.stop();
  // Otherwise the page could notice by itself that the server is back.
  await page.addInitScript(blockStream);
  await page.goto('/notes');
  await expectToast(page, 'Error loading notes');
  await expect(page.getByText('Last loaded on')).toBeVisible();
  await writeNote(page, { title: 'On the train', content: 'No signal in the tunnel' });
  await expectToast(page, 'Creation failed', 'Network error');
  await expect(cardOf(page, 'On the train')).toContainText('Not sent yet');
  await expect(page.getByText('1 change is not sent yet: Network error')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Send now' }).click();
  await expectToast(page, 'Creation failed', 'Network error');
  await site.start();
  await page.getByRole('button', { name: 'Send now' }).click();
  await expectAllSent(page);
  expect(await notesOf(request, person)).toMatchObject([
    { title: 'On the train', content: 'No signal in the tunnel' },
    {},
    {},
  ]);
});

test('Updating the app keeps the note that is being written', async ({ page, request, site }) => {
  await openWithNotes(page, request);
  await openNewNote(page);
  await page.getByLabel('Title').fill('Half a thought');
  await site.deploy();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.waitForFunction(() => document.scripts[0]?.src.includes('-next.js'));
  await expect(page.getByText('Half a thought')).toBeVisible();
});

/** Opens the list with two notes, controlled by the service worker, and waits until it is stored. */
async function openWithNotes(page: Page, request: APIRequestContext) {
  const person = await createPerson(request);
  await addNote(request, person, {
    title: 'Packing list',
    content: 'Tent, stove, matches',
    photo_path: await addPhoto(request, person),
  });
  await addNote(request, person, { title: 'Finished' });
  await signInWithoutScreens(page, person);
  await visitTwice(page);
  await page.goto('/notes');
  await expect(page.locator('.item-photo img')).toBeVisible();
  return person;
}

/** Runs in the page. Lets no event stream open. */
function blockStream() {
  const send = window.fetch;
  window.fetch = async (input, init) => {
    if (String(input).includes('/api/changes/stream')) throw new TypeError('Blocked');
    return send(input, init);
  };
}
