import { expectAccessible } from '#tests/e2e/support/accessible.ts';
import { createPerson, expect } from '#tests/e2e/support/fixtures.ts';
import { expectStillFocused, expectToast, horizontalOverflow } from '#tests/e2e/support/site.ts';
import { kind, longTextField, messages, NO_LONG_TEXT, titleField, urls } from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  addItem,
  addPhoto,
  cardOf,
  cardsOf,
  changedRows,
  expectNoItems,
  openForm,
  titleInput,
  write,
} from './helpers.ts';
import { maxCharactersOf } from './item-form.ts';
import { mockItems } from './mock-items.ts';

test.describe('The list of items', () => {
  test('shows skeletons while it loads, then the items of this user, newest first', {
    tag: '@smoke',
  }, async ({ signedIn: page, person, request }) => {
    const markup = '<img src=x onerror="document.title=\'broken\'"> <b>bold</b>';
    await addItem(request, await createPerson(request), { title: 'Not yours' });
    await addItem(request, person, {
      title: 'Oldest',
      photo_path: await addPhoto(request, person),
    });
    for (const title of ['Middle', markup]) await addItem(request, person, { title });
    const arrived = Promise.withResolvers<void>();
    await page.route(urls.all, async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.goto(kind.path);
    await expect(page.getByRole('status').getByText(messages.loading)).toBeAttached();
    await expect(page.locator('.skeleton').first()).toBeVisible();
    await expectAccessible(page);
    arrived.resolve();
    // Markup is shown as text.
    await expect(page.getByRole('heading', { level: 3 })).toHaveText([markup, 'Middle', 'Oldest']);
    await expect(page).toHaveTitle(new RegExp(messages.heading));
    await expect(page.locator('.skeleton')).toHaveCount(0);
  });

  test('shows that loading failed and reloads with "Try again", which keeps the focus until the items appear', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await addItem(request, person, { title: 'Still there' });
    await page.route(urls.all, (route) => route.abort());
    await page.goto(kind.path);
    await expectToast(page, messages.toasts.loadFailed.title, messages.toasts.loadFailed.message);
    await expectAccessible(page);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.focus();
    await page.keyboard.press('Enter');
    await expectToast(page, messages.toasts.loadFailed.title);
    await expectStillFocused(page, 'Try again');
    await page.unroute(urls.all);
    await page.keyboard.press('Enter');
    await expect(cardOf(page, 'Still there')).toBeVisible();
    await expect(again).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('shows why it could not be loaded', async ({ signedIn: page }) => {
    const fallback = kind.list.fallbackError ?? '';
    const answer: { status: number; body: string } = { status: 502, body: 'Bad gateway' };
    await page.route(urls.all, (route) => route.fulfill(answer));
    await page.goto(kind.path);
    await expectToast(page, messages.toasts.loadFailed.title, messages.toasts.loadFailed.message);
    await expect(page.getByText(fallback, { exact: true })).toBeVisible();
    await expectAccessible(page);
    const error = 'The service is temporarily unavailable. Please try again in a moment.';
    Object.assign(answer, { status: 503, body: JSON.stringify({ success: false, error }) });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(error)).toBeVisible();
    await expect(page.getByText(fallback)).toHaveCount(0);
  });

  test('fades out a long text but not a text that fits', { tag: '@layout' }, async ({
    signedIn: page,
    person,
    request,
    browserName,
  }) => {
    test.skip(!longTextField, NO_LONG_TEXT);
    test.skip(
      browserName === 'firefox',
      'Without scroll timelines, which Firefox lacks, every text fades',
    );
    await addItem(request, person, { title: 'Short', text: 'One line' });
    await addItem(request, person, { title: 'Long', text: 'Line after line\n'.repeat(20) });
    await page.goto(kind.path);
    const fadeOf = (title: string) =>
      cardOf(page, title)
        .locator('.item-excerpt')
        .evaluate((excerpt) => getComputedStyle(excerpt, '::after').opacity);
    await expect.poll(() => fadeOf('Long')).toBe('1');
    expect(await fadeOf('Short')).toBe('0');
  });
});

test.describe('A date', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' });

  test('uses the time zone of the viewer and the British format', async ({ signedIn: page }) => {
    // 01:00 on 11 March, 14 hours ahead of UTC.
    await page.clock.setFixedTime('2026-03-10T11:00:00Z');
    await mockItems(page, [
      { title: 'After midnight', created_at: '2026-03-10T10:30:00.000Z' },
      { title: 'Before midnight', created_at: '2026-03-10T09:30:00.000Z' },
    ]);
    await page.goto(kind.path);
    const day = cardOf(page, 'After midnight').getByRole('time');
    await expect(day).toHaveText('11 Mar 2026');
    await expect(day).toHaveAttribute('datetime', '2026-03-10T10:30:00.000Z');
    await expect(cardOf(page, 'Before midnight').getByRole('time')).toHaveText('10 Mar 2026');
  });
});

test('The empty list offers to write the first item; the list, the form and unsaved changes are accessible', async ({
  signedIn: page,
  person,
  request,
}) => {
  await page.goto(kind.path);
  await expectNoItems(page);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('button', { name: messages.add }).click();
  await expect(page.getByRole('dialog', { name: messages.add })).toBeVisible();
  await expectAccessible(page);
  await addItem(request, person, { title: 'One' });
  await addItem(request, person, { title: 'Two', photo_path: await addPhoto(request, person) });
  await page.reload();
  await expect(cardOf(page, 'Two')).toBeVisible();
  if (kind.photo) await expect(page.locator('.item-photo img')).toBeVisible();
  await expectAccessible(page);
  await openForm(page, 'Two');
  if (kind.photo) await page.getByRole('button', { name: 'Remove photo' }).click();
  else await write(page, 'Two', 'Changed');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(changedRows(page)).toBeVisible();
  await expectAccessible(page);
});

test.describe('On a phone of 320 px', () => {
  test.use({ viewport: { width: 320, height: 568 } });

  test('nothing is wider than the screen', { tag: '@layout' }, async ({
    signedIn: page,
    person,
    request,
  }) => {
    await addItem(request, person, {
      title: 'W'.repeat(maxCharactersOf(titleField)),
      text: longTextField && 'm'.repeat(maxCharactersOf(longTextField)),
      photo_path: await addPhoto(request, person),
    });
    await page.goto(kind.path);
    await expect(cardsOf(page)).toBeVisible();
    if (kind.photo) await expect(page.locator('.item-photo')).toBeVisible();
    expect(await horizontalOverflow(page)).toBe(0);
    await page.getByRole('button', { name: 'Edit' }).click();
    await titleInput(page).fill('x');
    const body = page.locator('.pane');
    expect(await body.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(changedRows(page)).toBeVisible();
    expect(await horizontalOverflow(page)).toBe(0);
  });
});
