import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { storedKeys } from '#tests/e2e/items/device.ts';
import { kind, urls } from '#tests/e2e/items/first-kind.ts';
import { test } from '#tests/e2e/items/fixtures.ts';
import { newRows, openNewForm, write } from '#tests/e2e/items/helpers.ts';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast } from '#tests/e2e/support/site.ts';
import { writeItem } from '#tests/e2e/sync/helpers.ts';

const CREATING = urls.all;

test('An export first sends unsent changes, and says what it lacks', async ({ signedIn: page }) => {
  await page.goto(kind.path);
  await page.route(CREATING, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  );
  await writeItem(page, { title: 'Written on the way' });
  await page.goto('/profile');

  await test.step('a change that cannot be sent is not in the file', async () => {
    expect(await exportedText(page)).not.toContain('Written on the way');
    await expect(notice(page)).toHaveText(
      'The file does not contain 1 unsent change that was only on this device.',
    );
    await expectAccessible(page);
  });

  await test.step('a change that can be sent is in the file', async () => {
    await page.unroute(CREATING);
    expect(await exportedText(page)).toContain('Written on the way');
    await expect(notice(page)).toBeEmpty();
    expect(await storedKeys(page, 'outbox')).toEqual([]);
  });

  await test.step('a draft is not in the file', async () => {
    await page.goto(kind.path);
    await openNewForm(page);
    await write(page, 'Half a thought', 'Not saved');
    await page.keyboard.press('Escape');
    await expect(newRows(page)).toBeVisible();
    await page.goto('/profile');
    expect(await exportedText(page)).not.toContain('Half a thought');
    await expect(notice(page)).toHaveText(
      'The file does not contain 1 unsaved change that was only on this device.',
    );
  });
});

test('An export does not wait forever for a change that is being sent', async ({
  signedIn: page,
}) => {
  await page.goto(kind.path);
  await page.route(CREATING, (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  await writeItem(page, { title: 'On its way' });
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
  await expect(notice(page)).toContainText('1 unsent change that was only on this device');
});

test('An export is cancelled if its address does not arrive', async ({ signedIn: page }) => {
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

/** Exports everything. Returns the names in the archive, which contain the titles of items. */
async function exportedText(page: Page) {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  return (await readFile(await (await download).path())).toString('latin1');
}
