import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { createPerson, expect, signInWithoutScreens, test } from '#e2e/support/fixtures.ts';
import { open } from '#e2e/support/site.ts';
import { visitTwice, test as withServiceWorker } from '#e2e/support/site-fixtures.ts';
import { addNote, bearer, cardOf, save } from './notes-helpers.ts';

const PHONE = { width: 390, height: 844 };

const reader = (page: Page) => page.getByRole('article');
const titleOf = (page: Page) => reader(page).getByRole('heading', { level: 2 });
const NOBODYS = '00000000-0000-4000-8000-000000000000';
const noteUrl = ({ id }: { id: string }) => `/notes?note=${id}`;

test('A note that does not exist and one of somebody else look the same, and lead to the list', async ({
  signedIn: page,
  person,
  request,
}) => {
  const theirs = await addNote(request, await createPerson(request), { title: 'Not yours' });
  await addNote(request, person, { title: 'Mine' });
  const seen: (string | null)[] = [];
  for (const id of [theirs.id, NOBODYS, '../../x"><img>']) {
    await page.goto(`/notes?note=${encodeURIComponent(id)}`);
    await expect(titleOf(page)).toHaveText('This note does not exist');
    seen.push(await reader(page).textContent());
  }
  expect(new Set(seen).size).toBe(1);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show all notes' }).click();
  await expect(page).toHaveURL('/notes');
  await expect(cardOf(page, 'Mine')).toBeVisible();
});

test.describe('A note that this device has not loaded yet', () => {
  const absent = (page: Page) => page.getByText('This note does not exist');

  test.beforeEach(async ({ signedIn: page, person, request }) => {
    await addNote(request, person, { title: 'Loaded before' });
    await page.goto('/notes');
    await expect(cardOf(page, 'Loaded before')).toBeVisible();
    await page.goto('/about');
  });

  test('is awaited, and not called missing before the server was asked', async ({
    signedIn: page,
    person,
    request,
  }) => {
    const note = await addNote(request, person, { title: 'New elsewhere' });
    const answered = Promise.withResolvers<void>();
    const asked = page.waitForRequest('**/api/changes?*');
    await page.route('**/api/changes?*', async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.goto(noteUrl(note));
    await expect(cardOf(page, 'Loaded before')).toBeVisible();
    await expect(reader(page).getByRole('status')).toHaveText('Loading notes…');
    await asked;
    await expect(absent(page)).toHaveCount(0);
    answered.resolve();
    await expect(titleOf(page)).toHaveText('New elsewhere');
  });

  test('is found in a second window, too, where a missing one is said to be missing', async ({
    signedIn: page,
    context,
    person,
    request,
  }) => {
    await page.goto('/notes');
    await expect(cardOf(page, 'Loaded before')).toBeVisible();
    const second = await context.newPage();
    await second.goto(`/notes?note=${NOBODYS}`);
    await expect(absent(second)).toBeVisible();
    const note = await addNote(request, person, { title: 'New elsewhere' });
    await second.goto(noteUrl(note));
    await expect(titleOf(second)).toHaveText('New elsewhere');
  });

  test('is said to be not on this device while the server cannot be reached, and shown afterwards', async ({
    signedIn: page,
    person,
    request,
  }) => {
    const note = await addNote(request, person, { title: 'New elsewhere' });
    await page.route('**/api/changes**', (route) => route.abort());
    await page.goto(noteUrl(note));
    await expect(titleOf(page)).toHaveText('This note is not on this device');
    await expect(absent(page)).toHaveCount(0);
    await expectAccessible(page);
    const again = reader(page).getByRole('button', { name: 'Try again' });

    await test.step('trying again keeps the focus while it fails', async () => {
      await again.press('Enter');
      await expect(again).toBeFocused();
      await expect(again).not.toHaveAttribute('aria-busy');
      await expect(titleOf(page)).toHaveText('This note is not on this device');
    });

    await page.unroute('**/api/changes**');
    await again.press('Enter');
    await expect(titleOf(page)).toHaveText('New elsewhere');
    await expect(page.locator('body')).not.toBeFocused();
  });

  test('and that is deleted while it is read does not exist any more', async ({
    signedIn: page,
    person,
    request,
  }) => {
    const note = await addNote(request, person, { title: 'New elsewhere' });
    await page.goto(noteUrl(note));
    await expect(titleOf(page)).toHaveText('New elsewhere');
    await request.delete(`/api/notes/${note.id}`, { headers: bearer(person) });
    await expect(titleOf(page)).toHaveText('This note does not exist');
  });
});

withServiceWorker.describe('Offline', () => {
  withServiceWorker.use({ serviceWorkers: 'allow' });

  withServiceWorker(
    'a note that was never loaded is not called missing, and shown when the connection is back',
    async ({ page, context, request }) => {
      const person = await createPerson(request);
      await addNote(request, person, { title: 'Loaded before' });
      await signInWithoutScreens(page, person);
      await visitTwice(page);
      await page.goto('/notes');
      await expect(cardOf(page, 'Loaded before')).toBeVisible();
      const note = await addNote(request, person, { title: 'Sent to myself' });
      await page.goto('/about');
      await context.setOffline(true);
      await page.goto(noteUrl(note));
      await expect(titleOf(page)).toHaveText('This note is not on this device');
      await context.setOffline(false);
      await expect(titleOf(page)).toHaveText('Sent to myself');
    },
  );

  withServiceWorker(
    'an address that ends with slashes opens the same screen',
    async ({ page, context, request }) => {
      const person = await createPerson(request);
      const note = await addNote(request, person, { title: 'On the train' });
      await signInWithoutScreens(page, person);
      await visitTwice(page);
      await page.goto('/notes');
      await expect(cardOf(page, 'On the train')).toBeVisible();
      await context.setOffline(true);
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => errors.push(message));
      for (const path of ['/notes/', '/notes//']) {
        await page.goto(`${path}?note=${note.id}`);
        await expect(titleOf(page)).toHaveText('On the train');
      }
      await open(page, '/about/');
      await expect(page).toHaveTitle(/^About/);
      expect(errors).toEqual([]);
    },
  );

  withServiceWorker(
    'a note is read after a reload, with its unsent change',
    async ({ page, context, request }) => {
      const person = await createPerson(request);
      const note = await addNote(request, person, { title: 'On the train' });
      await signInWithoutScreens(page, person);
      await visitTwice(page);
      await page.goto(noteUrl(note));
      await expect(titleOf(page)).toHaveText('On the train');
      await context.setOffline(true);
      await page.reload();
      await expect(titleOf(page)).toHaveText('On the train');
      await reader(page).getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Content').fill('No signal in the tunnel');
      await save(page);
      await expect(reader(page)).toContainText('No signal in the tunnel');
      await expect(reader(page)).toContainText('Not sent yet');
      await page.reload();
      await expect(reader(page)).toContainText('Not sent yet');
      await expectAccessible(page);
    },
  );
});
