import { app } from '#app';
import { kind, messages } from '#tests/e2e/items/first-kind.ts';
import { test } from '#tests/e2e/items/fixtures.ts';
import {
  addItem,
  cardOf,
  editText,
  expectNoItems,
  expectWritten,
  followLinkToItems,
  openNewForm,
  save,
  saveAndClose,
  write,
} from '#tests/e2e/items/helpers.ts';
import { expect, signInWithoutScreens } from '#tests/e2e/support/fixtures.ts';
import { expectToast } from '#tests/e2e/support/site.ts';
import { expectAllSent, expectOnServer, writeItem } from './helpers.ts';

for (const [disk, error, toast] of [
  ['a full disk', 'QuotaExceededError', 'Not enough space'],
  ['a disk that fails', 'UnknownError', 'Not saved'],
] as const)
  test(`With ${disk} the form stays open with its text, and can be saved once the disk works again`, async ({
    signedIn: page,
    person,
    request,
  }) => {
    await page.goto(kind.path);
    // The button moves when the list turns out to be empty: a click at that moment would be lost.
    await expectNoItems(page);
    await openNewForm(page);
    await write(page, 'Last words', 'Before the disk was full');
    await page.evaluate((name) => {
      const { put } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('Nothing can be stored', name);
      };
      Object.assign(window, {
        repairDisk: () => {
          IDBObjectStore.prototype.put = put;
        },
      });
    }, error);
    await save(page);
    await expectToast(page, toast);
    await expectWritten(page, 'Last words', 'Before the disk was full');
    await write(page, 'Last words, again', 'Before the disk was full');
    await expect(page.getByText(messages.draftNotStored)).toBeVisible();
    await page.evaluate(() => (window as unknown as { repairDisk(): void }).repairDisk());
    await saveAndClose(page);
    await expectOnServer(request, person, [{ title: 'Last words, again' }]);
    await expectAllSent(page);
  });

for (const [reason, fail] of [
  ['is refused', refuseDatabase],
  ['is of a newer version of the app', openNewerDatabase],
] as const)
  test(`With a local database that ${reason}, items work online, which is announced once`, async ({
    page,
    person,
    request,
  }) => {
    await addItem(request, person, { title: 'Loaded' });
    await signInWithoutScreens(page, person);
    await page.addInitScript(fail);
    await page.goto(kind.path);
    await expectToast(page, 'Nothing is stored on this device');
    await expect(cardOf(page, 'Loaded')).toBeVisible();
    await writeItem(page, { title: 'Sent at once', photoWidth: 40 });
    await editText(page, 'Loaded', 'And changed');
    await addItem(request, person, { title: 'From a phone' });
    await expect(cardOf(page, 'From a phone')).toBeVisible();
    await expectOnServer(request, person, [
      { title: 'From a phone' },
      { title: 'Loaded', text: 'And changed' },
      { title: 'Sent at once', photoWidth: 40 },
    ]);
    await page.getByRole('link', { name: app.name }).first().click();
    await followLinkToItems(page);
    await expect(cardOf(page, 'Sent at once')).toBeVisible();
    await expect.poll(() => page.evaluate(() => window.recordedToasts)).toEqual([]);
  });

/** Runs in the page. Refuses to open a database, as private windows of some browsers do. */
function refuseDatabase() {
  IDBFactory.prototype.open = () => {
    throw new DOMException('Not allowed', 'InvalidStateError');
  };
}

/** Runs in the page. Opens every database as if the stored one were newer than the app. */
function openNewerDatabase() {
  const { open } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (name) {
    open.call(this, name, 9);
    return open.call(this, name, 1);
  };
}
