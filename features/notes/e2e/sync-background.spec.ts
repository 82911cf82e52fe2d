import type { CDPSession } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { visitTwice } from '#e2e/support/site-fixtures.ts';
import { notesOf } from './notes-helpers.ts';
import { expectOnServer, unsentMarks, writeNote } from './sync-helpers.ts';

test.use({ serviceWorkers: 'allow' });
test.skip(({ browserName }) => browserName !== 'chromium', 'Only Chromium has background sync');

test('A note that was written offline is sent after the page was closed, when the device is online again', async ({
  signedIn: page,
  context,
  person,
  request,
  baseURL,
}) => {
  await visitTwice(page);
  const devtools = await context.newCDPSession(page);
  const registrationId = await findRegistration(devtools);
  await page.goto('/notes');
  await expect(page.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
  await context.setOffline(true);
  await writeNote(page, { title: 'In the tunnel', photoWidth: 40 });
  await expect(unsentMarks(page)).toHaveCount(1);
  await page.goto('about:blank');
  await context.setOffline(false);
  expect(await notesOf(request, person)).toEqual([]);

  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin: baseURL ?? '',
    registrationId,
    tag: 'send-outbox',
    lastChance: false,
  });
  await expectOnServer(request, person, [{ title: 'In the tunnel', photoWidth: 40 }]);
  await page.goto('/notes');
  await expect(page.getByRole('heading', { name: 'In the tunnel' })).toBeVisible();
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
