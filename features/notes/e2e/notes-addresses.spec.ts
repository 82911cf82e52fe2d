import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { createPerson, expect, signInWithoutScreens, test } from '#e2e/support/fixtures.ts';
import { visitTwice, test as withServiceWorker } from '#e2e/support/site-fixtures.ts';
import { addNote, cardOf, save } from './notes-helpers.ts';

const PHONE = { width: 390, height: 844 };

const reader = (page: Page) => page.getByRole('article');
const titleOf = (page: Page) => reader(page).getByRole('heading', { level: 2 });
const noteUrl = ({ id }: { id: string }) => `/notes?note=${id}`;

test('A note that does not exist and one of somebody else look the same, and lead to the list', async ({
  signedIn: page,
  person,
  request,
}) => {
  const theirs = await addNote(request, await createPerson(request), { title: 'Not yours' });
  await addNote(request, person, { title: 'Mine' });
  const seen: (string | null)[] = [];
  for (const id of [theirs.id, '00000000-0000-4000-8000-000000000000', '../../x"><img>']) {
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

withServiceWorker.describe('Offline', () => {
  withServiceWorker.use({ serviceWorkers: 'allow' });

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
