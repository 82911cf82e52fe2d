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
