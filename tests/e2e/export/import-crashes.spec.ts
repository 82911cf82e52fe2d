import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { kind, messages } from '#tests/e2e/items/first-kind.ts';
import { test } from '#tests/e2e/items/fixtures.ts';
import {
  addItem,
  deleteElsewhere,
  itemsOf,
  newRows,
  openNewForm,
  write,
} from '#tests/e2e/items/helpers.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { open } from '#tests/e2e/support/site.ts';
import { expectOnServer } from '#tests/e2e/sync/helpers.ts';
import { afterRequest, beforeRequest, crash, crashAt } from '#tests/e2e/sync/tab-helpers.ts';

test('A tab that crashes during an import adds everything or nothing, and importing again adds nothing twice', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  for (const title of ['First', 'Second']) await addItem(request, person, { title });
  await open(page, '/profile');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const buffer = await readFile(await (await download).path());
  for (const item of await itemsOf(request, person)) await deleteElsewhere(request, person, item);
  await page.goto(kind.path);
  await openNewForm(page);
  await write(page, 'Being written', 'Not saved');
  await expect(page.getByText(messages.draftStored)).toBeVisible();
  await crash(page);
  const importing = /\/api\/import$/;
  page = await context.newPage();
  const complete = /\/api\/import\/complete/;
  for (const moment of [
    afterRequest('POST', importing),
    beforeRequest('POST', complete),
    afterRequest('POST', complete),
  ]) {
    await chooseExport(page, buffer);
    await crashAt(page, moment, () => pressImport(page));
    page = await context.newPage();
    expect([0, 2]).toContain((await itemsOf(request, person)).length);
  }
  await chooseExport(page, buffer);
  await pressImport(page);
  await expect(page.getByRole('dialog').getByRole('status')).toContainText(
    'Nothing had to be added.',
  );
  await expectOnServer(request, person, [{ title: 'First' }, { title: 'Second' }]);
  await page.goto(kind.path);
  await expect(newRows(page)).toContainText('Being written');
});

const pressImport = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();

async function chooseExport(page: Page, buffer: Buffer) {
  await open(page, '/profile');
  await page.getByRole('button', { name: 'Import' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('dialog').getByRole('button', { name: 'Choose file' }).click();
  const file = { name: 'export.zip', mimeType: 'application/zip', buffer };
  await (await chooser).setFiles(file);
}
