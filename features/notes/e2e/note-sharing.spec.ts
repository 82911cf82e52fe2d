import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';

const share = (page: Page, shared: { title: string; text: string }) =>
  page.goto(`/notes?${new URLSearchParams(shared)}`);

test('Content shared by another app is stored as a draft immediately', async ({
  signedIn: page,
}) => {
  const draftOffer = page.getByRole('region', { name: 'Unsaved note' });
  await share(page, { title: 'Recipe', text: 'Two eggs' });
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
  await page.reload();
  await expect(draftOffer).toContainText('Recipe Two eggs');
  await share(page, { title: 'Address', text: 'Two streets on' });
  await expect(page.getByLabel('Title')).toHaveValue('Address');
  await page.keyboard.press('Escape');
  await expect(draftOffer).toHaveCount(2);
});

test('The form says that a draft is kept only once it is stored', async ({ signedIn: page }) => {
  await page.addInitScript(holdTransactions);
  await share(page, { title: 'Recipe', text: 'Two eggs' });
  await expect(page.getByLabel('Title')).toHaveValue('Recipe');
  await expect(page.getByRole('button', { name: 'Discard draft' })).toBeVisible();
  await expect(page.getByText('Draft kept on this device')).toHaveCount(0);
  await page.evaluate(() => dispatchEvent(new Event('release')));
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
});

/** Runs in the page: keeps transactions that store a draft open until the event "release". */
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
