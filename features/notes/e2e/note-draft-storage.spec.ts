import type { Page } from '@playwright/test';
import { expectAccessible } from '#e2e/support/accessible.ts';
import { expect, test } from '#e2e/support/fixtures.ts';
import { choose, jpeg, preview } from './note-photo-helpers.ts';
import { addNote, cardOf, draftKeys, openNewNote, write } from './notes-helpers.ts';
import { expectOnServer, openForm, saveAndClose } from './sync-helpers.ts';
import { putDrafts } from './tab-helpers.ts';

const KEPT = 'Draft kept on this device';
const NOT_KEPT = 'This draft could not be stored on this device';
const DRAFTS_MAX = 20;
const offers = (page: Page) => page.getByRole('region', { name: /^Unsaved/ });
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Discard this draft?' });

/** Makes every attempt to write to a store fail, or last until it is repaired. */
const breakDisk = (page: Page, store: 'drafts' | 'photos', how: 'fails' | 'hangs') =>
  page.evaluate(
    ({ store, how }) => {
      const { put } = IDBObjectStore.prototype;
      let isBroken = true;
      IDBObjectStore.prototype.put = function (this: IDBObjectStore, ...args) {
        const keepOpen = () => {
          if (isBroken) this.count().onsuccess = keepOpen;
        };
        if (this.name === store && how === 'fails')
          throw new DOMException('Nothing can be stored', 'QuotaExceededError');
        if (this.name === store) keepOpen();
        return put.apply(this, args);
      };
      const repair = () => {
        isBroken = false;
        IDBObjectStore.prototype.put = put;
      };
      addEventListener('repair', repair, { once: true });
    },
    { store, how },
  );

const repairDisk = (page: Page) => page.evaluate(() => dispatchEvent(new Event('repair')));

test('The form says that its draft is kept only while everything that it shows is stored', async ({
  signedIn: page,
}) => {
  await page.goto('/notes');
  await openNewNote(page);
  await write(page, 'Harbour', 'Boats');
  await expect(page.getByText(KEPT)).toBeVisible();

  await test.step('not while the latest letters are being stored', async () => {
    await breakDisk(page, 'drafts', 'hangs');
    await page.getByLabel('Content').fill('Boats at noon');
    await expect(page.getByText(KEPT)).toHaveCount(0);
    await repairDisk(page);
    await expect(page.getByText(KEPT)).toBeVisible();
  });

  await test.step('not if its photo could not be stored, also after the next letter', async () => {
    await breakDisk(page, 'photos', 'fails');
    await choose(page, await jpeg(40, 30));
    await expect(preview(page)).toBeVisible();
    await expect(page.getByText(NOT_KEPT)).toBeVisible();
    await page.getByLabel('Content').fill('Boats at noon, and gulls');
    await expect(page.getByLabel('Content')).toHaveValue('Boats at noon, and gulls');
    await expect(page.getByText(NOT_KEPT)).toBeVisible();
    await expect(page.getByText(KEPT)).toHaveCount(0);
    await repairDisk(page);
    await page.getByLabel('Content').fill('Boats at noon, and gulls!');
    await expect(page.getByText(KEPT)).toBeVisible();
  });

  await page.reload();
  await offers(page).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Content')).toHaveValue('Boats at noon, and gulls!');
  await expect(preview(page)).toBeVisible();
});

for (const [viewport, name] of [
  [{ width: 390, height: 844 }, 'above the list'],
  [{ width: 1280, height: 720 }, 'beside the list'],
] as const)
  test(`A form ${name} whose draft could not be stored asks before it is closed in any way`, async ({
    signedIn: page,
    person,
    request,
  }) => {
    await page.setViewportSize(viewport);
    await addNote(request, person, { title: 'Another' });
    await page.goto('/notes');
    await expect(cardOf(page, 'Another')).toBeVisible();
    await openNewNote(page);
    await breakDisk(page, 'drafts', 'fails');
    await write(page, 'Harbour', 'Boats');
    await expect(page.getByText(NOT_KEPT)).toBeVisible();
    const ways = [
      () => page.keyboard.press('Escape'),
      () => page.getByRole('button', { name: 'Cancel' }).click(),
      () => page.goBack(),
      () => page.goBack(),
    ];
    if (name === 'beside the list') {
      ways.push(() => cardOf(page, 'Another').getByRole('link').click());
      ways.push(() => cardOf(page, 'Another').getByRole('button', { name: 'Edit' }).click());
      ways.push(() => page.getByRole('banner').getByRole('link', { name: 'About' }).click());
      ways.push(async () => {
        await page.getByRole('button', { name: 'User menu' }).click();
        await page.getByRole('menuitem', { name: 'Sign Out' }).click();
      });
    }
    for (const close of ways) {
      await close();
      await expect(question(page)).toBeVisible();
      await question(page).getByRole('button', { name: 'Cancel' }).click();
      await expect(question(page)).toHaveCount(0);
      await expect(page.getByLabel('Title')).toHaveValue('Harbour');
    }
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).dismiss();
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL('/notes');
    await expect(offers(page)).toHaveCount(0);
  });

test(`Beyond ${DRAFTS_MAX} drafts the form says that its text is not kept, and none is deleted`, async ({
  signedIn: page,
  person,
  request,
}) => {
  await addNote(request, person, { title: 'Diary', content: 'one two three' });
  await page.goto('/notes');
  await expect(cardOf(page, 'Diary')).toBeVisible();
  const common = { userId: person.user.id, entity: 'notes', photo: 'none' };
  await putDrafts(
    page,
    Array.from({ length: DRAFTS_MAX }, (_, index) => ({
      ...common,
      id: crypto.randomUUID(),
      fields: { title: `Draft ${index}`, content: 'Unfinished' },
    })),
  );
  await page.reload();
  await expect(offers(page)).toHaveCount(DRAFTS_MAX);
  await openForm(page, 'Diary');
  await page.getByLabel('Content').fill('one two three four');
  const warning = page.getByText(`Not kept: there are ${DRAFTS_MAX} drafts already.`);
  await expect(warning).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await draftKeys(page)).toHaveLength(DRAFTS_MAX);

  await test.step('it is kept as soon as another draft is gone', async () => {
    await offers(page).first().getByRole('button', { name: 'Discard' }).click();
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await expect(offers(page)).toHaveCount(DRAFTS_MAX - 1);
    await page.getByLabel('Content').fill('one two three four five');
    await expect(page.getByText(KEPT)).toBeVisible();
    expect(await draftKeys(page)).toHaveLength(DRAFTS_MAX);
  });

  await saveAndClose(page);
  await expectOnServer(request, person, [{ title: 'Diary', content: 'one two three four five' }]);
  expect(await draftKeys(page)).toHaveLength(DRAFTS_MAX - 1);
});
