import { app } from '#app';
import { newEmail } from '#tooling/test-people.ts';
import { post } from '../support/fixtures.ts';
import { NATIVE_ORIGIN } from './fake-bridge.ts';
import { expect, PHONE, test } from './fixtures.ts';
import { onPhone } from './phone.ts';
import type { Platform } from './plugin-headers.ts';

test.use(PHONE);

const platforms: Platform[] = ['android', 'ios'];

for (const platform of platforms) {
  test.describe(`on ${platform}`, () => {
    test.use({ platform });

    test('an email’s link starts the app at its screen, and works once', async ({
      page,
      native,
      request,
      mailbox,
    }) => {
      const email = newEmail();
      const names = { first_name: 'Ada', last_name: 'Byron' };
      await post(request, '/api/auth/register', { email, password: 'correct horse', ...names });
      const url = onPhone((await mailbox.emailTo(email)).link);
      native.answers['App.getLaunchUrl'] = () => ({ url });
      let confirmations = 0;
      page.on('request', (asked) => {
        if (asked.url().endsWith('/api/auth/confirm') && asked.method() === 'POST') confirmations++;
      });

      await native.open();
      await expect(page.getByRole('button', { name: 'Continue to sign in' })).toBeVisible();
      // The token is gone from the address once it is read.
      expect(page.url()).toBe(`${NATIVE_ORIGIN}/confirm`);
      // Phones tell the link that started the app a second time, as an event.
      await native.emit('App.appUrlOpen', { url });
      await page.getByRole('button', { name: 'Continue to sign in' }).click();
      await expect(page.getByLabel('Email')).toBeVisible();
      expect(confirmations).toBe(1);

      // After a reload the phone still names it.
      await native.open();
      await expect.poll(() => native.optionsOf('SplashScreen.hide').length).toBe(2);
      expect(page.url()).toBe(`${NATIVE_ORIGIN}/`);
    });

    test('a link opens the running app at its screen, also a second one there', async ({
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

      await native.emit('App.appUrlOpen', { url: onPhone(link) });
      await expect(page.getByLabel('New password')).toBeVisible();
      expect(page.url()).toBe(`${NATIVE_ORIGIN}/reset-password`);

      // iOS then names it as what launched the app, also when the page has to be loaded anew.
      native.answers['App.getLaunchUrl'] = () => ({ url: onPhone(link) });
      await native.open();
      await expect.poll(() => native.optionsOf('SplashScreen.hide').length).toBe(2);
      expect(page.url()).toBe(`${NATIVE_ORIGIN}/`);
    });
  });
}

test('a link that is not ours leads nowhere', async ({ page, native }) => {
  const foreign = [
    'https://evil.example/confirm#access_token=a&type=signup',
    `http://${app.host}/confirm#access_token=a&type=signup`,
    `https://${app.host}.evil.example/reset-password`,
    `https://${app.host}@evil.example/reset-password`,
    `https://${app.host}/profile`,
    `${app.id}://confirm`,
    'javascript:alert(1)',
    'nonsense',
  ];
  native.answers['App.getLaunchUrl'] = () => ({ url: foreign[0] });
  await native.open('/about');
  await expect.poll(() => native.optionsOf('SplashScreen.hide').length).toBe(1);
  for (const url of foreign) await native.emit('App.appUrlOpen', { url });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(page.url()).toBe(`${NATIVE_ORIGIN}/about`);
});
