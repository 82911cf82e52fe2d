import type { CDPSession } from '@playwright/test';
import { kind } from '#tests/e2e/items/first-kind.ts';
import { test } from '#tests/e2e/items/fixtures.ts';
import { cardOf, expectNoItems, itemsOf } from '#tests/e2e/items/helpers.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { visitTwice } from '#tests/e2e/support/site-fixtures.ts';
import { expectOnServer, unsentMarks, writeItem } from './helpers.ts';

test.use({ serviceWorkers: 'allow' });
test.skip(({ browserName }) => browserName !== 'chromium', 'Only Chromium has background sync');

test('An item that was written offline is sent when the device is online again, even after the page was closed', async ({
  signedIn: page,
  context,
  person,
  request,
  baseURL,
}) => {
  await visitTwice(page);
  const devtools = await context.newCDPSession(page);
  const registrationId = await findRegistration(devtools);
  await page.goto(kind.path);
  await expectNoItems(page);
  await context.setOffline(true);
  await writeItem(page, { title: 'In the tunnel', photoWidth: 40 });
  await expect(unsentMarks(page)).toHaveCount(1);
  await page.goto('about:blank');
  await context.setOffline(false);
  expect(await itemsOf(request, person)).toEqual([]);

  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin: baseURL ?? '',
    registrationId,
    tag: 'send-outbox',
    lastChance: false,
  });
  await expectOnServer(request, person, [{ title: 'In the tunnel', photoWidth: 40 }]);
  await page.goto(kind.path);
  await expect(cardOf(page, 'In the tunnel')).toBeVisible();
  await expect(unsentMarks(page)).toHaveCount(0);
  await expectOnServer(request, person, [{ title: 'In the tunnel', photoWidth: 40 }]);
});

async function findRegistration(devtools: CDPSession): Promise<string> {
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  return found;
}
