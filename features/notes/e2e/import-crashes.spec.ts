import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { open } from '#e2e/support/site.ts';
import { addNote, bearer, notesOf, openNewNote, write } from './notes-helpers.ts';
import { expectOnServer } from './sync-helpers.ts';
import { afterRequest, beforeRequest, crash, crashAt } from './tab-helpers.ts';

test('A tab that crashes while an export is imported adds all of it or nothing, and importing again adds nothing twice', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  for (const title of ['First', 'Second']) await addNote(request, person, { title });
  await open(page, '/profile');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const buffer = await readFile(await (await download).path());
  const headers = bearer(person);
  for (const { id } of await notesOf(request, person))
    await request.delete(`/api/notes/${id}`, { headers });
  await page.goto('/notes');
  await openNewNote(page);
  await write(page, 'Being written', 'Not saved');
  await expect(page.getByText('Draft kept on this device')).toBeVisible();
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
    expect([0, 2]).toContain((await notesOf(request, person)).length);
  }
  await chooseExport(page, buffer);
  await pressImport(page);
  await expect(page.getByRole('dialog').getByRole('status')).toContainText(
    'Nothing had to be added.',
  );
  await expectOnServer(request, person, [{ title: 'First' }, { title: 'Second' }]);
  await page.goto('/notes');
  await expect(page.getByRole('region', { name: 'Unsaved note' })).toContainText('Being written');
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
