import type { Page } from '@playwright/test';
import { STORAGE_KEY_TOKEN } from '#shared/constants.ts';
import { press, type Shot } from '#tests/support/shot.ts';

/** The states of the import dialog. */
export const importShots: Shot[] = [
  shotOf('choosing', async () => {}),
  shotOf('wrong-file', (page) => choose(page, Buffer.from('A text'))),
  shotOf('ready', async (page) => choose(page, await exportOf(page))),
  shotOf('running', async (page) => {
    await page.route('**/api/import', () => {});
    await start(page);
    await page.getByRole('progressbar').waitFor();
  }),
  shotOf('failed', async (page) => {
    await page.route('**/api/import', (route) => route.abort());
    await start(page);
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  }),
  shotOf('done', async (page) => {
    await start(page);
    await page.getByRole('button', { name: 'Import another file' }).waitFor();
  }),
];

function shotOf(state: string, reach: (page: Page) => Promise<unknown>): Shot {
  return {
    name: `import-${state}`,
    path: '/profile',
    as: 'user',
    overlay: true,
    after: async (page) => {
      await press(page, 'main', 'Import');
      await page.getByRole('button', { name: 'Choose file' }).waitFor();
      await reach(page);
    },
  };
}

async function start(page: Page) {
  await choose(page, await exportOf(page));
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
}

async function choose(page: Page, buffer: Buffer) {
  const file = { name: 'export.zip', mimeType: 'application/zip', buffer };
  await page.getByLabel('Export file').setInputFiles(file);
  await page
    .getByRole('dialog')
    .locator('[role=status], [role=alert]')
    .filter({ hasText: /./ })
    .waitFor();
}

let exported: Promise<Buffer> | undefined;

/** Returns the signed-in user's export. Requested once, because exports per hour are limited. */
function exportOf(page: Page): Promise<Buffer> {
  exported ??= download(page);
  return exported;
}

async function download(page: Page) {
  const token = await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY_TOKEN);
  const headers = { Authorization: `Bearer ${token}` };
  return (await page.request.get('/api/export', { headers })).body();
}
