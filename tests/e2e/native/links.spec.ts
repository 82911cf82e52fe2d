import { app } from '#app';
import { newEmail } from '#tests/support/test-people.ts';
import { post } from '../support/fixtures.ts';
import { NATIVE_ORIGIN } from './fake-bridge.ts';
import { withPublicHost } from './fake-plugins.ts';
import { expect, PHONE, test } from './fixtures.ts';
import type { Platform } from './plugin-headers.ts';

test.use(PHONE);

const platforms: Platform[] = ['android', 'ios'];

for (const platform of platforms) {
  test.describe(`on ${platform}`, () => {
    test.use({ platform });

    test('A link from an email starts the app on its screen and is handled only once', async ({
      page,
      native,
      request,
      mailbox,
    }) => {
      const email = newEmail();
      const names = { first_name: 'Ada', last_name: 'Byron' };
      await post(request, '/api/auth/register', { email, password: 'correct horse', ...names });
      const url = withPublicHost((await mailbox.emailTo(email)).link);
      native.handlers['App.getLaunchUrl'] = () => ({ url });
      let confirmations = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/api/auth/confirm') && request.method() === 'POST')
          confirmations++;
      });

      await native.open();
      await expect(page.getByRole('button', { name: 'Continue to sign in' })).toBeVisible();
      // The token is removed from the URL after it was read.
      await expect(page).toHaveURL(`${NATIVE_ORIGIN}/confirm`);
      // Phones report the launch link a second time, as an event.
      await native.emit('App.appUrlOpen', { url });
      await page.getByRole('button', { name: 'Continue to sign in' }).click();
      await expect(page.getByLabel('Email')).toBeVisible();
      expect(confirmations).toBe(1);

      // After a reload the phone still reports it as the launch link.
      await native.open();
      await expect.poll(() => native.optionsOf('SplashScreen.hide').length).toBe(2);
      await expect(page).toHaveURL(`${NATIVE_ORIGIN}/`);
    });

    test('A link opens its screen in the running app, even a second link to the same screen', async ({
      page,
      native,
      request,
      person,
      mailbox,
    }) => {
      await post(request, '/api/auth/reset-password', { email: person.email });
      const { link } = await mailbox.emailTo(person.email, /new .* password/i);
      await native.open('/about');
      const bad = `https://${app.host}/confirm#access_token=wrong&type=signup`;
      await expect.poll(() => native.emit('App.appUrlOpen', { url: bad })).toBe(1);
      await expect(page.getByRole('button', { name: 'Try sign in' })).toBeVisible();

      const confirming = page.waitForRequest(/\/api\/auth\/confirm$/);
      const again = `https://${app.host}/confirm#access_token=other&type=signup`;
      await native.emit('App.appUrlOpen', { url: again });
      expect((await confirming).postDataJSON()).toMatchObject({ access_token: 'other' });

      await native.emit('App.appUrlOpen', { url: withPublicHost(link) });
      await expect(page.getByLabel('New password')).toBeVisible();
      await expect(page).toHaveURL(`${NATIVE_ORIGIN}/reset-password`);

      // iOS then reports it as the launch link, even after a reload.
      native.handlers['App.getLaunchUrl'] = () => ({ url: withPublicHost(link) });
      await native.open();
      await expect.poll(() => native.optionsOf('SplashScreen.hide').length).toBe(2);
      await expect(page).toHaveURL(`${NATIVE_ORIGIN}/`);
    });
  });
}
