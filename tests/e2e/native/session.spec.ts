import { expectToast } from '../support/site.ts';
import { NATIVE_ORIGIN } from './fake-bridge.ts';
import { fakeSecureStorage } from './fake-plugins.ts';
import { expect, PHONE, signInWithoutScreens, test } from './fixtures.ts';
import type { Platform } from './plugin-headers.ts';

test.use(PHONE);

const platforms: Platform[] = ['android', 'ios'];

for (const platform of platforms) {
  test.describe(`on ${platform}`, () => {
    test.use({ platform });

    test('Sign-in works until the session expires, and "Remember me" uses the secure storage of the device', async ({
      page,
      native,
      person,
    }) => {
      const stored = fakeSecureStorage(native);
      await native.open('/login');
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Password').fill(person.password);
      await page.getByLabel('Remember me').check();
      await page.getByRole('main').getByRole('button', { name: 'Sign In' }).click();
      await expect(page.getByRole('button', { name: 'User menu' })).toBeVisible();
      const { email, password } = person;
      await expect
        .poll(() => [...stored.values()].map((text) => JSON.parse(text)))
        .toMatchObject([{ email, password, rememberMe: true }]);
      // On iOS: readable only while unlocked, and not synchronised to other devices.
      const [write] = native.optionsOf('SecureStorage.internalSetItem');
      expect(write).toMatchObject({ access: 1, sync: false });
      const onPage = await page.evaluate(async () =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, await indexedDB.databases()]),
      );
      expect(onPage).not.toContain(password);
      expect(onPage).not.toContain('.remember');

      await page.evaluate(() => localStorage.clear());
      await native.open('/login');
      await expect(page.getByLabel('Email')).toHaveValue(email);
      await expect(page.getByLabel('Password')).toHaveValue(password);
      await page.getByLabel('Remember me').uncheck();
      await expect.poll(() => stored.size).toBe(0);

      await signInWithoutScreens(page, { ...person, token: 'expired' });
      await native.open('/profile');
      await expect(page.getByLabel('Email')).toBeVisible();
      await expectToast(page, 'Session expired');
      await expect(page).toHaveURL(`${NATIVE_ORIGIN}/login`);
      expect(await page.evaluate(() => localStorage.getItem('app_token'))).toBeNull();
    });
  });
}
