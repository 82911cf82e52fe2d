import { app } from '#app';
import { shellMessages } from '#client/shell/messages.ts';
import { expectAccessible } from '../support/accessible.ts';
import { pauseClock } from '../support/account.ts';
import { expect, test } from '../support/fixtures.ts';
import { open } from '../support/site.ts';

const SCRIPTS = /assets\/.*\.js/;

test('The initializing screen is shown before any script runs and is hidden by CSS after 3 s', async ({
  page,
}) => {
  await page.route(SCRIPTS, () => {});
  await page.goto('/', { waitUntil: 'commit' });
  const screen = page.locator('#initializing');
  await expect(screen).toBeVisible();
  await expect(screen).toHaveText(`Initializing ${app.name}…`);
  await moveAnimationTo(2900);
  await expect(screen).toBeVisible();
  await expectAccessible(page);
  await moveAnimationTo(3100);
  await expect(screen).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  function moveAnimationTo(ms: number) {
    return screen.evaluate((element, time) => {
      for (const animation of element.getAnimations()) {
        animation.pause();
        animation.currentTime = time;
      }
    }, ms);
  }
});

test('Without JavaScript the page is visible immediately', async ({ pageWithoutScript: page }) => {
  await page.goto('/');
  await expect(page.locator('#initializing')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('Without JavaScript a screen of the app says that it needs it', async ({
  pageWithoutScript: page,
}) => {
  await page.goto('/profile');
  // Playwright finds no texts in this element.
  const note = page.locator('noscript p');
  await expect(note).toBeVisible();
  await expect(note).toHaveJSProperty('textContent', shellMessages.needsScript);
  await expect(page.getByText('Loading...')).toBeHidden();
});

test('The initializing screen disappears as soon as the setup is done, or after 3 s', {
  tag: '@smoke',
}, async ({ page }) => {
  const screen = page.locator('#initializing');
  // While the clock is paused, no time limit can hide it.
  await pauseClock(page);
  for (const path of ['/', '/login']) {
    await page.goto(path);
    await expect(screen).toHaveCount(0);
  }

  await test.step('a prerendered page does not wait for libraries', async () => {
    await page.route(/assets\/(vendor|main)-.*\.js/, () => {});
    await page.goto('/', { waitUntil: 'commit' });
    await expect(screen).toHaveCount(0);
  });

  await test.step('a setup that never ends hides the page for at most 3 s', async () => {
    await page.goto('/reset-password', { waitUntil: 'commit' });
    await expect(screen).toHaveCount(1);
    // Advances more than once, because the limit may start to count after the first time.
    await expect(async () => {
      await page.clock.runFor(3000);
      await expect(screen).toHaveCount(0, { timeout: 1000 });
    }).toPass();
  });
});

test('A screen that crashes shows an error page, which links to the home page and can try again', async ({
  page,
}) => {
  const alert = page.getByRole('main').getByRole('alert');
  const signIn = page.getByRole('banner').getByRole('link', { name: 'Sign In' });
  await page.route(/assets\/login-.*\.js/, (route) => route.abort());
  await open(page, '/help');
  await signIn.click();
  await expect(alert).toContainText('Something went wrong');
  await expect(page.getByRole('banner')).toBeVisible();
  await page.getByRole('link', { name: 'Go to the home page' }).click();
  await expect(page).toHaveURL('/');
  await expect(alert).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  await signIn.click();
  await expect(alert).toContainText('Something went wrong');
  await page.unroute(/assets\/login-.*\.js/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Email')).toBeVisible();

  // The error page itself needs no server.
  await page.route('**/*', (route) => route.abort());
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click();
  await expect(alert).toContainText('Something went wrong');
});
