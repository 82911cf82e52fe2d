import type { Page } from '@playwright/test';
import { preview } from '#tests/e2e/photos/helpers.ts';
import { signInOnScreen, signOutOnScreen } from '#tests/e2e/support/account.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast } from '#tests/e2e/support/site.ts';
import { visitTwice } from '#tests/e2e/support/site-fixtures.ts';
import { expectOnServer } from '#tests/e2e/sync/helpers.ts';
import { storedKeys } from './device.ts';
import {
  isShareTarget,
  kind,
  longTextField,
  messages,
  NO_PHOTO,
  NO_SHARE_TARGET,
} from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  continueDraft,
  expectNoItems,
  expectOffered,
  newRows,
  picture,
  saveAndClose,
  textInput,
  titleInput,
  write,
} from './helpers.ts';

const share = (page: Page, shared: { title: string; text: string }) =>
  page.goto(`${kind.path}?${new URLSearchParams(shared)}`);

test('Content shared by another app is stored as a draft immediately', async ({
  signedIn: page,
}) => {
  await share(page, { title: 'Recipe', text: 'Two eggs' });
  await expect(page.getByText(messages.draftStored)).toBeVisible();
  await page.reload();
  await expectOffered(newRows(page), 'Recipe', longTextField ? 'Two eggs' : '');
  await share(page, { title: 'Address', text: 'Two streets on' });
  await expect(titleInput(page)).toHaveValue('Address');
  await page.keyboard.press('Escape');
  await expect(newRows(page)).toHaveCount(2);
});

test('The form says that a draft is kept only once it is stored', async ({ signedIn: page }) => {
  await page.addInitScript(holdTransactions);
  await share(page, { title: 'Recipe', text: 'Two eggs' });
  await expect(titleInput(page)).toHaveValue('Recipe');
  await expect(page.getByRole('button', { name: 'Discard changes' })).toBeVisible();
  await expect(page.getByText(messages.draftStored)).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event('release')));
  await expect(page.getByText(messages.draftStored)).toBeVisible();
});

test('Content shared without a service worker does not arrive, and the page says so', async ({
  signedIn: page,
}) => {
  test.skip(!isShareTarget, NO_SHARE_TARGET);
  await page.goto(kind.path);
  await shareForm(page, { title: 'Recipe', photo: await picture(40, 30) });
  await expectToast(page, messages.toasts.shareLost.title);
  await expect(page).toHaveURL(kind.path);
  await expectNoItems(page);
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('A shared photo becomes a draft, even if it is shared before signing in', async ({
    page,
    person,
    request,
  }) => {
    test.skip(!isShareTarget, NO_SHARE_TARGET);
    test.skip(!kind.photo, NO_PHOTO);
    await visitTwice(page);

    await test.step('while signed out, it waits for the next user who signs in', async () => {
      await shareForm(page, { title: 'Harbour', text: 'At noon', photo: await picture(80, 60) });
      await expect(page).toHaveURL('/login');
      await signInOnScreen(page, person.email, person.password);
      await page.goto(kind.path);
      await expectOffered(newRows(page), 'Harbour', longTextField ? 'At noon' : '');
      await continueDraft(newRows(page));
      await expect(preview(page)).toBeVisible();
      await saveAndClose(page);
      await expectOnServer(request, person, [
        { title: 'Harbour', text: longTextField && 'At noon', photoWidth: 80 },
      ]);
    });

    await test.step('while signed in, it opens at once', async () => {
      await shareForm(page, { url: 'https://example.com/', photo: await picture(60, 60) });
      if (longTextField) await expect(textInput(page)).toHaveValue('https://example.com/');
      await expect(preview(page)).toBeVisible();
      await expect(page).toHaveURL(kind.path);
      await write(page, 'Link', longTextField && 'https://example.com/');
      await saveAndClose(page);
      await expectOnServer(request, person, [
        { title: 'Harbour' },
        { title: 'Link', photoWidth: 60 },
      ]);
    });

    await test.step('a file that is not a picture shows the usual message, and the text stays', async () => {
      await shareForm(page, { title: 'Broken', photo: Buffer.from('no picture') });
      await expectToast(page, 'Selection error');
      await expect(titleInput(page)).toHaveValue('Broken');
      await expect(preview(page)).toHaveCount(0);
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('signing out deletes shared content that was not taken', async () => {
      await page.goto('/about');
      await signOutOnScreen(page);
      await shareForm(page, { title: 'Private' });
      await expect(page).toHaveURL('/login');
      expect(await storedKeys(page, 'drafts')).toHaveLength(1);
      await signInOnScreen(page, person.email, person.password);
      await signOutOnScreen(page);
      await expect.poll(() => storedKeys(page, 'drafts')).toEqual([]);
    });
  });
});

/** Sends the form that the browser sends when another app shares something. */
function shareForm(
  page: Page,
  { photo, ...texts }: { title?: string; text?: string; url?: string; photo?: Buffer },
) {
  return page.evaluate(
    ({ path, texts, bytes }) => {
      const form = document.createElement('form');
      Object.assign(form, {
        method: 'post',
        action: `${path}?share`,
        enctype: 'multipart/form-data',
      });
      const add = (input: Record<string, unknown>) =>
        form.append(Object.assign(document.createElement('input'), input));
      for (const [name, value] of Object.entries(texts)) add({ name, value });
      if (bytes) {
        const files = new DataTransfer();
        files.items.add(new File([Uint8Array.from(bytes)], 'a.jpg', { type: 'image/jpeg' }));
        add({ type: 'file', name: 'photo', files: files.files });
      }
      document.body.append(form);
      form.submit();
    },
    { path: kind.path, texts, bytes: photo && [...photo] },
  );
}

/** Runs in the page. Keeps transactions that store a draft open until the event "release". */
function holdTransactions() {
  let isHeld = true;
  addEventListener('release', () => {
    isHeld = false;
  });
  const { put } = IDBObjectStore.prototype;
  IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args) {
    const keepOpen = () => {
      if (isHeld) this.count().onsuccess = keepOpen;
    };
    if (this.name === 'drafts') keepOpen();
    return put.apply(this, args);
  };
}
