import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectToast } from '#e2e/support/site.ts';
import { openNewNote, storedKeys, write } from './notes-helpers.ts';
import { writeNote } from './sync-helpers.ts';

const CREATING = '**/api/notes';

test('An export sends what is unsent first, and says what it lacks', async ({ signedIn: page }) => {
  await page.goto('/notes');
  await page.route(CREATING, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await writeNote(page, { title: 'Written on the way' });
  await page.goto('/profile');

  await test.step('a change that cannot be sent is not in the file', async () => {
    expect(await exportedText(page)).not.toContain('Written on the way');
    await expect(notice(page)).toHaveText(
      'The file does not contain 1 change that was only on this device.',
    );
    await expectAccessible(page);
  });

  await test.step('once it can be sent, it is', async () => {
    await page.unroute(CREATING);
    expect(await exportedText(page)).toContain('Written on the way');
    await expect(notice(page)).toBeEmpty();
    expect(await storedKeys(page, 'outbox')).toEqual([]);
  });

  await test.step('a draft is not in the file', async () => {
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, 'Half a thought', 'Not saved');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Unsaved note' })).toBeVisible();
    await page.goto('/profile');
    expect(await exportedText(page)).not.toContain('Half a thought');
    await expect(notice(page)).toHaveText(
      'The file does not contain 1 draft that was only on this device.',
    );
  });
});

test('An export does not wait without end for a change that is being sent', async ({
  signedIn: page,
}) => {
  await page.goto('/notes');
  await page.route(CREATING, (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  await writeNote(page, { title: 'On its way' });
  await page.clock.install();
  await page.goto('/profile');
  const download = page.waitForEvent('download');
  const button = page.getByRole('button', { name: 'Export' });
  await button.click();
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await expect(async () => {
    await page.clock.fastForward('01:00');
    await expect(button).not.toHaveAttribute('aria-busy', 'true', { timeout: 100 });
  }).toPass();
  await download;
  await expect(notice(page)).toContainText('1 change that was only on this device');
});

test('An export whose address does not arrive is given up', async ({ signedIn: page }) => {
  await page.goto('/profile');
  await page.evaluate(() => {
    AbortSignal.timeout = () => AbortSignal.abort();
  });
  await page.route('**/api/export/url', () => {});
  await page.getByRole('button', { name: 'Export' }).click();
  await expectToast(page, 'Export failed', 'Network error');
  await expect(page.getByRole('button', { name: 'Export' })).not.toHaveAttribute('aria-busy');
});

const notice = (page: Page) => page.getByRole('region', { name: 'Your data' }).getByRole('status');

/** Exports everything. Returns the names in the archive, which contain the titles of notes. */
async function exportedText(page: Page) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  return (await readFile(await (await download).path())).toString('latin1');
}
