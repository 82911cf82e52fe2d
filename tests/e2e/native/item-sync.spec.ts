import type { Page } from '@playwright/test';
import { readAllStorage } from '#tests/e2e/items/device.ts';
import { kind } from '#tests/e2e/items/first-kind.ts';
import {
  addItem,
  cardOf,
  deleteItem,
  editText,
  expectTitles,
  itemsOf,
  openNewForm,
  saveAndClose,
  write,
} from '#tests/e2e/items/helpers.ts';
import { preview } from '#tests/e2e/photos/helpers.ts';
import { photoFile } from '#tests/e2e/support/pictures.ts';
import { expectToast, openUserMenu, toastTitles } from '#tests/e2e/support/site.ts';
import { expectAllSent, expectOnServer, unsentMarks, writeItem } from '#tests/e2e/sync/helpers.ts';
import { fakeCamera, fakeFilesystem } from './fake-plugins.ts';
import { expect, PHONE, signInWithoutScreens, testOfItems as test } from './fixtures.ts';
import type { Platform } from './plugin-headers.ts';

test.use(PHONE);

const platforms: Platform[] = ['android', 'ios'];

for (const platform of platforms) {
  test.describe(`on ${platform}`, () => {
    test.use({ platform });

    test('Unsent items survive a restart and the system deleting the database, and leave no file behind', async ({
      page,
      context,
      native,
      person,
      request,
    }) => {
      const files = fakeFilesystem(native);
      const setOnline = async (connected: boolean) => {
        native.handlers['Network.getStatus'] = () => ({ connected });
        if (connected) await context.unroute('**/api/**');
        else await context.route('**/api/**', (route) => route.abort());
        await native.emit('Network.networkStatusChange', { connected });
      };
      await setOnline(true);
      await addItem(request, person, { title: 'Packing list', text: 'Tent' });
      await addItem(request, person, { title: 'Finished' });
      await signInWithoutScreens(page, person);
      await native.open(kind.path);
      await expect(cardOf(page, 'Finished')).toBeVisible();
      await expect(cardOf(page, 'Packing list')).toBeVisible();

      await test.step('items written offline are there after a restart', async () => {
        await setOnline(false);
        const { buffer } = await photoFile({ width: 80, height: 60 });
        fakeCamera(native, native.putFile('/cache/photo.jpg', buffer));
        await openNewForm(page);
        await write(page, 'From the mountain', 'No signal up here');
        if (kind.photo) {
          await page.getByRole('button', { name: 'Take photo' }).click();
          await expect(preview(page)).toBeVisible();
        }
        await saveAndClose(page);
        await editText(page, 'Packing list', 'Tent and rope');
        await deleteItem(page, 'Finished');
        await expect.poll(() => files.size).toBe(3);
        expect(await toastTitles(page)).toEqual([]);
        await native.open(kind.path);
        await expectUnsent(page);
      });

      await test.step('they are there after the system has deleted the database', async () => {
        await evictDatabases(page, () => native.open('/about'));
        await native.open(kind.path);
        await expectUnsent(page);
        expect(await itemsOf(request, person)).toHaveLength(2);
      });

      await test.step('once online, they are sent and their files are deleted', async () => {
        await setOnline(true);
        const sent = [
          { title: 'From the mountain', photoWidth: 80 },
          { title: 'Packing list', text: 'Tent and rope' },
        ];
        await expectOnServer(request, person, sent);
        await expectAllSent(page);
        await expect.poll(() => [...files.keys()]).toEqual([]);
        await evictDatabases(page, () => native.open('/about'));
        await native.open(kind.path);
        await expectTitles(page, ['From the mountain', 'Packing list']);
        await expectOnServer(request, person, sent);
      });

      await test.step('signing out deletes the files of unsent items', async () => {
        await setOnline(false);
        await writeItem(page, { title: 'Never sent' });
        await expect.poll(() => files.size).toBe(1);
        await (await openUserMenu(page)).getByRole('menuitem', { name: 'Sign Out' }).click();
        await page.getByRole('button', { name: 'Discard and sign out' }).click();
        await expectToast(page, 'Logged out');
        await expect.poll(() => [...files.keys()]).toEqual([]);
        await expect
          .poll(() => readAllStorage(page))
          .not.toMatch(new RegExp(`Never sent|Packing list|userId|${person.email}`));
      });
      expect(native.errors).toEqual([]);
    });
  });
}

async function expectUnsent(page: Page) {
  await expect(cardOf(page, 'From the mountain')).toBeVisible();
  if (kind.photo) await expect(cardOf(page, 'From the mountain').locator('img')).toBeVisible();
  await expect(cardOf(page, 'Packing list')).toContainText('Tent and rope');
  await expect(cardOf(page, 'Finished')).toHaveCount(0);
  await expect(unsentMarks(page)).toHaveCount(2);
  await expect(page.getByText('3 changes are not sent yet')).toBeVisible();
}

/** Deletes all databases, as the system may do while the app is closed. `leave` opens a page that uses no database. */
async function evictDatabases(page: Page, leave: () => Promise<unknown>) {
  await leave();
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases())
      await new Promise((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.onsuccess = resolve;
        request.onerror = reject;
      });
  });
}
