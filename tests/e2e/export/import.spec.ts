import type { Page } from '@playwright/test';
import { test } from '#tests/e2e/items/fixtures.ts';
import { addItem, bearer, itemsOf } from '#tests/e2e/items/helpers.ts';
import { createPerson, expect, signInWithoutScreens } from '#tests/e2e/support/fixtures.ts';
import { fetchWithBody } from '#tests/e2e/support/request-bodies.ts';
import { open, toastTitles } from '#tests/e2e/support/site.ts';
import type { TestPerson } from '#tests/support/test-people.ts';

const COMPLETE = '**/api/import/complete';
const MAY_BE_ADDED = 'The entries may have been added';

let file: Buffer;
let other: TestPerson;

test.beforeEach(async ({ page, person, request }) => {
  for (const title of ['One', 'Two']) await addItem(request, person, { title });
  file = await (await request.get('/api/export', { headers: bearer(person) })).body();
  other = await createPerson(request);
  await signInWithoutScreens(page, other);
  await open(page, '/profile');
});

test('An import whose last answer is lost asks again and reports what was added', async ({
  page,
  request,
}) => {
  const requests = await loseAnswers(page, 1);
  await startImport(page);
  await expect(status(page)).toHaveText('Added 2 entries.');
  expect(requests.count).toBe(2);
  expect(await itemsOf(request, other)).toHaveLength(2);
});

test('Without an answer, an import says that entries may have been added, and finds out when the connection is back', async ({
  page,
  context,
}) => {
  const requests = await loseAnswers(page, 3);
  await startImport(page);
  await expect(alert(page)).toContainText(MAY_BE_ADDED);
  await expect(page.getByText('Nothing was added')).toHaveCount(0);

  await test.step('a check without an answer changes nothing', async () => {
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect.poll(() => requests.count).toBeGreaterThan(2);
    await expect(page.getByRole('progressbar')).toHaveCount(0);
  });
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(status(page)).toHaveText('Added 2 entries.');
  await expect(alert(page)).toHaveCount(0);
});

test("A network's sign-in page does not count as an answer to the last step", async ({ page }) => {
  await page.route(COMPLETE, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to our Wi-Fi</h1>' }),
  );
  await startImport(page);
  await expect(alert(page)).toContainText(MAY_BE_ADDED);
  await page.unroute(COMPLETE);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(status(page)).toHaveText('Added 2 entries.');
});

test('A last step that hangs is cancelled, and if the dialog is closed a toast says so', async ({
  page,
}) => {
  await endTimeLimitsOnDemand(page);
  await page.route(COMPLETE, () => {});
  await startImport(page);
  await expect(page.getByRole('progressbar', { name: 'Adding everything' })).toBeVisible();
  await endTimeLimitsUntil(page, () =>
    expect(alert(page)).toContainText(MAY_BE_ADDED, { timeout: 500 }),
  );
  await page.getByRole('button', { name: 'Check again' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await endTimeLimitsUntil(page, async () =>
    expect(await toastTitles(page)).toContain('Import not confirmed'),
  );
});

const alert = (page: Page) => page.getByRole('dialog').getByRole('alert');
const status = (page: Page) => page.getByRole('dialog').getByRole('status');

async function startImport(page: Page) {
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import' });
  await expect(dialog).toBeVisible();
  await dialog
    .getByLabel('Export file')
    .setInputFiles({ name: 'export.zip', mimeType: 'application/zip', buffer: file });
  await expect(status(page)).toContainText('The file is complete: 2 entries');
  await dialog.getByRole('button', { name: 'Import' }).click();
}

/** Lets the last step reach the server and drops its answer, this many times. Counts the requests. */
async function loseAnswers(page: Page, times: number) {
  const requests = { count: 0 };
  await page.route(COMPLETE, async (route) => {
    requests.count++;
    const response = await fetchWithBody(route);
    await (requests.count <= times ? route.abort() : route.fulfill({ response }));
  });
  return requests;
}

/** Lets the test decide when the time limits of requests end. */
const endTimeLimitsOnDemand = (page: Page) =>
  page.evaluate(() => {
    AbortSignal.timeout = () => {
      const controller = new AbortController();
      addEventListener('end-time-limits', () => controller.abort());
      return controller.signal;
    };
  });

/** Ends the time limits of requests one after the other until the page shows what the test expects. */
async function endTimeLimitsUntil(page: Page, expected: () => Promise<void>) {
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('end-time-limits')));
    await expected();
  }).toPass();
}
