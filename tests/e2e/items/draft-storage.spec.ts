import type { Page } from '@playwright/test';
import { DRAFTS_MAX } from '#client/constants.ts';
import { choose, jpeg, preview } from '#tests/e2e/photos/helpers.ts';
import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectOnServer } from '#tests/e2e/sync/helpers.ts';
import { draftKeys, putDrafts } from './device.ts';
import { allValuesOf, kind, messages } from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  addItem,
  cardOf,
  continueDraft,
  expectWritten,
  newRows,
  openForm,
  openNewForm,
  saveAndClose,
  write,
} from './helpers.ts';

const question = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Discard unsaved changes?' });

/** Makes every write to a store fail, or wait until the store is repaired. */
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

test('The form says that its draft is kept only while everything it shows is stored', async ({
  signedIn: page,
}) => {
  await page.goto(kind.path);
  await openNewForm(page);
  await write(page, 'Harbour', 'Boats');
  await expect(page.getByText(messages.draftStored)).toBeVisible();

  await test.step('not while the latest input is being stored', async () => {
    await breakDisk(page, 'drafts', 'hangs');
    await write(page, 'Harbour', 'Boats at noon');
    await expect(page.getByText(messages.draftStored)).toHaveCount(0);
    await repairDisk(page);
    await expect(page.getByText(messages.draftStored)).toBeVisible();
  });

  if (kind.photo)
    await test.step('not if its photo could not be stored, even after the next letter', async () => {
      await breakDisk(page, 'photos', 'fails');
      await choose(page, await jpeg(40, 30));
      await expect(preview(page)).toBeVisible();
      await expect(page.getByText(messages.draftNotStored)).toBeVisible();
      await write(page, 'Harbour', 'Boats at noon, and gulls');
      await expectWritten(page, 'Harbour', 'Boats at noon, and gulls');
      await expect(page.getByText(messages.draftNotStored)).toBeVisible();
      await expect(page.getByText(messages.draftStored)).toHaveCount(0);
      await repairDisk(page);
    });

  await write(page, 'Harbour', 'Boats at noon, and gulls!');
  await expect(page.getByText(messages.draftStored)).toBeVisible();

  await page.reload();
  await continueDraft(newRows(page));
  await expectWritten(page, 'Harbour', 'Boats at noon, and gulls!');
  if (kind.photo) await expect(preview(page)).toBeVisible();
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
    await addItem(request, person, { title: 'Another' });
    await page.goto(kind.path);
    await expect(cardOf(page, 'Another')).toBeVisible();
    await openNewForm(page);
    await breakDisk(page, 'drafts', 'fails');
    await write(page, 'Harbour', 'Boats');
    await expect(page.getByText(messages.draftNotStored)).toBeVisible();
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
      await expectWritten(page, 'Harbour', 'Boats');
    }
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    expect((await asked).type()).toBe('beforeunload');
    await (await asked).dismiss();
    await page.keyboard.press('Escape');
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page).toHaveURL(kind.path);
    await expect(newRows(page)).toHaveCount(0);
  });

test(`Beyond ${DRAFTS_MAX} drafts the form says that its text is not kept, and no draft is deleted`, async ({
  signedIn: page,
  person,
  request,
}) => {
  await addItem(request, person, { title: 'Diary', text: 'one two three' });
  await page.goto(kind.path);
  await expect(cardOf(page, 'Diary')).toBeVisible();
  const common = { userId: person.user.id, entity: kind.many, photo: 'none' };
  await putDrafts(
    page,
    Array.from({ length: DRAFTS_MAX }, (_, index) => ({
      ...common,
      id: crypto.randomUUID(),
      fields: allValuesOf({ title: `Draft ${index}`, text: 'Unfinished' }),
    })),
  );
  await page.reload();
  await expect(newRows(page)).toHaveCount(DRAFTS_MAX);
  await openForm(page, 'Diary');
  await write(page, 'Diary', 'one two three four');
  await expect(page.getByText(messages.tooManyDrafts)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await question(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await draftKeys(page)).toHaveLength(DRAFTS_MAX);

  await test.step('it is kept as soon as another draft is gone', async () => {
    await newRows(page).first().getByRole('button', { name: 'Discard' }).click();
    await question(page).getByRole('button', { name: 'Discard' }).click();
    await expect(newRows(page)).toHaveCount(DRAFTS_MAX - 1);
    await write(page, 'Diary', 'one two three four five');
    await expect(page.getByText(messages.draftStored)).toBeVisible();
    expect(await draftKeys(page)).toHaveLength(DRAFTS_MAX);
  });

  await saveAndClose(page);
  await expectOnServer(request, person, [{ title: 'Diary', text: 'one two three four five' }]);
  expect(await draftKeys(page)).toHaveLength(DRAFTS_MAX - 1);
});
