import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { NOTE_CONTENT_MAX_CHARACTERS, NOTE_TITLE_MAX_CHARACTERS } from '../contract.ts';
import { cardOf, save } from './notes-helpers.ts';

const share = (page: Page, shared: { title: string; text: string }) =>
  page.goto(`/notes?${new URLSearchParams(shared)}`);

const draftOffer = (page: Page) => page.getByRole('region', { name: 'Unsaved note' });

test.describe('Content shared by another app', () => {
  test('is stored as a draft immediately', async ({ signedIn: page }) => {
    await share(page, { title: 'Recipe', text: 'Two eggs' });
    await expect(page.getByText('Draft kept on this device')).toBeVisible();
    await page.reload();
    await expect(draftOffer(page)).toContainText('Recipe Two eggs');
    await share(page, { title: 'Address', text: 'Two streets on' });
    await expect(page.getByLabel('Title')).toHaveValue('Address');
    await page.keyboard.press('Escape');
    await expect(draftOffer(page)).toHaveCount(2);
  });

  test('is truncated to the maximum length between two characters', async ({ signedIn: page }) => {
    const title = 't'.repeat(NOTE_TITLE_MAX_CHARACTERS - 1);
    const text = 'x'.repeat(NOTE_CONTENT_MAX_CHARACTERS - 1);
    await share(page, { title: `${title}🥚`, text: `${text}🥚` });
    await expect(page.getByLabel('Title')).toHaveValue(title);
    await expect(page.getByLabel('Content')).toHaveValue(text);
    await save(page);
    await expect(cardOf(page, title)).toBeVisible();
  });
});
