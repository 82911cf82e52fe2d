import type { Page } from '@playwright/test';
import { app } from '#app';
import { LOADING_GRACE_MS } from '#client/constants.ts';
import { kind } from '#tests/e2e/items/first-kind.ts';
import { addItem, cardOf, openNewForm, saveAndClose, write } from '#tests/e2e/items/helpers.ts';
import { expectAccessible } from '../support/accessible.ts';
import { expect, test } from '../support/fixtures.ts';
import { holdCode, offlineMark, open } from '../support/site.ts';

const PHONE = { width: 390, height: 844 };

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const loading = (page: Page) => page.getByText('Loading...');
const bottomLinks = (page: Page) => page.getByRole('navigation', { name: 'Bottom' });

test.describe('The first tap on a link', () => {
  test.use({ viewport: PHONE, hasTouch: true });

  test('keeps the previous screen until the next one is complete, without a loading state', {
    tag: '@smoke',
  }, async ({ page }) => {
    const release = await tapAbout(page);
    await page.clock.runFor(LOADING_GRACE_MS - 1);
    await expect(heading(page)).toHaveText('Contact');
    await expect(page).toHaveTitle(/^Contact/);
    await expect(bottomLinks(page).locator('[aria-current]')).toHaveText('Contact');
    await countLoadingStates(page);
    release();
    await expect(page).toHaveTitle(/^About/);
    await expect(bottomLinks(page).locator('[aria-current]')).toHaveText('About');
    await expect(heading(page)).toBeFocused();
    expect(await loadingStates(page)).toBe(0);
  });

  test('shows a loading state if the code takes longer, until it is there', async ({ page }) => {
    const release = await tapAbout(page);
    await page.clock.runFor(LOADING_GRACE_MS);
    await expect(loading(page)).toBeVisible();
    release();
    await expect(page).toHaveTitle(/^About/);
    await expect(loading(page)).toHaveCount(0);
    await expect(heading(page)).toBeFocused();
  });

  test('does not count any more if the user opens another screen meanwhile', async ({ page }) => {
    const release = await tapAbout(page);
    await bottomLinks(page).getByText('Home').tap();
    await expect(page).toHaveURL('/');
    release();
    await expect(page).toHaveTitle(new RegExp(`^${app.name}`));
    await expect(bottomLinks(page).locator('[aria-current]')).toHaveText('Home');
    await page.clock.runFor(LOADING_GRACE_MS);
    await expect(page).toHaveURL('/');
    await expect(heading(page)).toBeFocused();
    await expect(loading(page)).toHaveCount(0);
  });
});

for (const viewport of [PHONE, { width: 1440, height: 900 }])
  test(`Going offline moves nothing at ${viewport.width} px, and is said once`, {
    tag: '@layout',
  }, async ({ signedIn: page, context, person, request }) => {
    await page.setViewportSize(viewport);
    await addItem(request, person, { title: 'Harbour' });
    await open(page, kind.path);
    await expect(cardOf(page, 'Harbour')).toBeVisible();
    const before = await positions(page);
    await context.setOffline(true);
    await expect(offlineMark(page)).toBeVisible();
    expect(await positions(page)).toEqual(before);
    await expect(page.getByText(/offline/i)).toHaveCount(1);
    await expect(offlineMark(page).locator('..')).toContainText(
      'Changes are kept here and sent later.',
    );
    await expectAccessible(page);
    await context.setOffline(false);
    await expect(offlineMark(page)).toHaveCount(0);
    expect(await positions(page)).toEqual(before);
  });

test('A change that is not sent yet moves nothing in the list', async ({
  signedIn: page,
  person,
  request,
}) => {
  await addItem(request, person, { title: 'Harbour' });
  await open(page, kind.path);
  await page.route(`${kind.list.path}**`, (route) => route.abort());
  const before = await heading(page).boundingBox();
  await openNewForm(page);
  await write(page, 'Letter');
  await saveAndClose(page);
  await expect(page.getByRole('button', { name: 'Send now' })).toBeInViewport({ ratio: 1 });
  expect(await heading(page).boundingBox()).toEqual(before);
  await expectAccessible(page);
});

/** Opens the contact page and taps the link to another one, whose code is held back. Returns a function that sends it. */
async function tapAbout(page: Page) {
  await page.clock.install();
  await open(page, '/help');
  const release = await holdCode(page, /assets\/about-.*\.js/);
  await page.clock.pauseAt(Date.now() + 60_000);
  await bottomLinks(page).getByText('About').tap();
  await expect(page).toHaveURL('/about');
  return release;
}

/** Counts the loading states that appear from now on, even for a moment. */
const countLoadingStates = (page: Page) =>
  page.evaluate(() => {
    const counted = { loadingStates: 0 };
    Object.assign(window, counted);
    new MutationObserver(() => {
      if (document.getElementById('main')?.innerText.includes('Loading...'))
        Object.assign(window, { loadingStates: ++counted.loadingStates });
    }).observe(document, { childList: true, subtree: true });
  });

const loadingStates = (page: Page) => page.evaluate('loadingStates');

/** Returns where the parts of the list are. */
const positions = (page: Page) =>
  page
    .locator('h1, .items-bar, .item-card, .pane')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
