import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessible.ts';
import {
  createPerson,
  expect,
  signInWithoutScreens,
  test as withoutOwnServer,
} from '#e2e/support/fixtures.ts';
import { photoFile } from '#e2e/support/pictures.ts';
import { expectToast } from '#e2e/support/site.ts';
import { test, visitTwice } from '#e2e/support/site-fixtures.ts';

test.use({ serviceWorkers: 'allow' });

test('Without a server, the last loaded notes are shown, and a note that cannot be saved stays in the form', async ({
  page,
  request,
  site,
}) => {
  await openWithNote(page, request);
  await site.stop();
  await page.goto('/notes');
  await expect(page.getByRole('heading', { name: 'Packing list' })).toBeVisible();
  await expect(page.getByText('Shown as last loaded on')).toBeVisible();
  await expect(page.locator('.note-photo img')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'New note' }).first().click();
  await page.getByLabel('Title').fill('On the train');
  await page.getByLabel('Content').fill('No signal in the tunnel');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Creation failed', 'Network error');
  await expect(page.getByLabel('Title')).toHaveValue('On the train');

  await page.keyboard.press('Escape');

  await site.start();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Shown as last loaded on')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Packing list' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Content')).toHaveValue('No signal in the tunnel');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'On the train' })).toBeVisible();
});

test('Updating the app keeps the note that is being written', async ({ page, request, site }) => {
  await openWithNote(page, request);
  await page.getByRole('button', { name: 'New note' }).first().click();
  await page.getByLabel('Title').fill('Half a thought');
  await site.deploy();
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Update' }).click();
  await page.waitForFunction(() => document.scripts[0]?.src.includes('-next.js'));
  await expect(page.getByText('Half a thought')).toBeVisible();
});

withoutOwnServer(
  'The shortcut opens a new note, shared content becomes a draft, and sign-out leaves no personal data',
  async ({ page, request }) => {
    const { email } = await openWithNote(page, request);
    await page.goto('/notes?new');
    await expect(page.getByLabel('Title')).toBeVisible();
    await page.goto('/notes?title=Recipe&text=Two+eggs&url=https%3A%2F%2Fexample.com%2Fcake');
    await expect(page.getByLabel('Title')).toHaveValue('Recipe');
    await expect(page.getByLabel('Content')).toHaveValue('Two eggs\nhttps://example.com/cake');
    await expect(page).toHaveURL('/notes');
    await page.keyboard.press('Escape');
    await expect.poll(() => readAllStorage(page)).toContain('Packing list');

    await page
      .getByRole('button', { name: /user menu|account|ada/i })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expectToast(page, 'Logged out');
    await expect
      .poll(() => readAllStorage(page))
      .not.toMatch(new RegExp(`Packing list|Two eggs|${email}|Byron|\\[photo\\]|/api/`));
  },
);

async function openWithNote(page: Page, request: Parameters<typeof createPerson>[0]) {
  const person = await createPerson(request);
  const headers = { Authorization: `Bearer ${person.token}` };
  const { buffer, ...file } = await photoFile();
  const upload = await request.post('/api/upload', {
    headers,
    multipart: { file: { ...file, buffer } },
  });
  const { filePath } = await upload.json();
  await request.post('/api/notes', {
    headers,
    data: { title: 'Packing list', content: 'Tent, stove, matches', photo_path: filePath },
  });
  await signInWithoutScreens(page, person);
  await visitTwice(page);
  await page.goto('/notes');
  await expect(page.locator('.note-photo img')).toBeVisible();
  return person;
}

/** Reads local storage, session storage, all databases and all caches of the page as one text. */
function readAllStorage(page: Page) {
  return page.evaluate(async () => {
    const found: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    for (const { name = '' } of await indexedDB.databases()) {
      const request = indexedDB.open(name);
      const database = await new Promise<IDBDatabase>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => {
          all.onsuccess = resolve;
        });
        found.push(all.result.map((value) => (value instanceof Blob ? '[photo]' : value)));
      }
      database.close();
    }
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) found.push(url);
    return JSON.stringify(found);
  });
}
