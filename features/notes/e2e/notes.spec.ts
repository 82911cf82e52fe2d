import { expectAccessible } from '#e2e/support/accessible.ts';
import { createPerson, expect, test } from '#e2e/support/fixtures.ts';
import { expectStillFocused, expectToast, horizontalOverflow } from '#e2e/support/site.ts';
import { addNote, addPhoto, cardOf, mockNotes } from './notes-helpers.ts';

test.describe('The list of notes', () => {
  test('shows skeletons while it loads, then the notes of this user, newest first, and counts them', {
    tag: '@smoke',
  }, async ({ signedIn: page, person, request }) => {
    const markup = '<img src=x onerror="document.title=\'broken\'"> <b>bold</b>';
    await addNote(request, await createPerson(request), { title: 'Not yours' });
    await addNote(request, person, {
      title: 'Oldest',
      photo_path: await addPhoto(request, person),
    });
    for (const title of ['Middle', markup]) await addNote(request, person, { title });
    const arrived = Promise.withResolvers<void>();
    await page.route('**/api/notes', async (route) => {
      await arrived.promise;
      await route.continue();
    });
    await page.goto('/notes');
    await expect(page.getByRole('status').getByText('Loading notes…')).toBeAttached();
    await expect(page.locator('.skeleton').first()).toBeVisible();
    await expectAccessible(page);
    arrived.resolve();
    // Markup is shown as text.
    await expect(page.getByRole('heading', { level: 3 })).toHaveText([markup, 'Middle', 'Oldest']);
    await expect(page).toHaveTitle(/Notes/);
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await expect(page.locator('dl')).toHaveText('Total notes3With photos1Created today3');
  });

  test('updates the count of today at midnight and when it is opened again on another day', async ({
    signedIn: page,
  }) => {
    const at = (day: number, hour: number) => new Date(2026, 0, day, hour);
    await page.clock.install({ time: at(2, 23) });
    const created = (day: number) => ({ created_at: at(day, 12).toISOString() });
    await mockNotes(page, [created(4), created(2), created(2)]);
    await page.goto('/notes');
    const createdToday = page.locator('dl div').filter({ hasText: 'Created today' }).locator('dd');
    await expect(createdToday).toHaveText('2');
    await page.clock.fastForward('01:00:01');
    await expect(createdToday).toHaveText('0');
    // The device was asleep, so no timers ran.
    await page.clock.setSystemTime(at(4, 9));
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(createdToday).toHaveText('1');
  });

  test('shows that loading failed and reloads with "Try again", which keeps the focus until the notes are there', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await addNote(request, person, { title: 'Still there' });
    await page.route('**/api/notes', (route) => route.abort());
    await page.goto('/notes');
    await expectToast(
      page,
      'Error loading notes',
      'Unable to load notes. Please check your connection.',
    );
    await expectAccessible(page);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.focus();
    await page.keyboard.press('Enter');
    await expectToast(page, 'Error loading notes');
    await expectStillFocused(page, 'Try again');
    await page.unroute('**/api/notes');
    await page.keyboard.press('Enter');
    await expect(cardOf(page, 'Still there')).toBeVisible();
    await expect(again).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  test('says why it could not be loaded', async ({ signedIn: page }) => {
    const answer: { status: number; body: string } = { status: 502, body: 'Bad gateway' };
    await page.route('**/api/notes', (route) => route.fulfill(answer));
    await page.goto('/notes');
    await expectToast(
      page,
      'Error loading notes',
      'Unable to load notes. Please check your connection.',
    );
    await expect(page.getByText('Failed to get notes', { exact: true })).toBeVisible();
    await expectAccessible(page);
    const error = 'The service is temporarily unavailable. Please try again in a moment.';
    Object.assign(answer, { status: 503, body: JSON.stringify({ success: false, error }) });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(error)).toBeVisible();
    await expect(page.getByText('Failed to get notes')).toHaveCount(0);
  });

  test('fades out a long text and not one that fits', { tag: '@layout' }, async ({
    signedIn: page,
    person,
    request,
    browserName,
  }) => {
    test.skip(
      browserName === 'firefox',
      'Without scroll timelines, which Firefox lacks, every text fades',
    );
    await addNote(request, person, { title: 'Short', content: 'One line' });
    await addNote(request, person, { title: 'Long', content: 'Line after line\n'.repeat(20) });
    await page.goto('/notes');
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
    await mockNotes(page, [
      { title: 'After midnight', created_at: '2026-03-10T10:30:00.000Z' },
      { title: 'Before midnight', created_at: '2026-03-10T09:30:00.000Z' },
    ]);
    await page.goto('/notes');
    await expect(page.locator('dl')).toContainText('Created today1');
    const day = cardOf(page, 'After midnight').getByRole('time');
    await expect(day).toHaveText('11 Mar 2026');
    await expect(day).toHaveAttribute('datetime', '2026-03-10T10:30:00.000Z');
    await expect(cardOf(page, 'Before midnight').getByRole('time')).toHaveText('10 Mar 2026');
  });
});

test('The empty list offers to write the first note; the list, the form and unsaved changes are accessible', async ({
  signedIn: page,
  person,
  request,
}) => {
  await page.goto('/notes');
  await expect(page.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
  await expectAccessible(page);
  await expect(page.locator('dl')).toHaveText('Total notes0With photos0Created today0');
  await page.getByRole('main').getByRole('button', { name: 'New note' }).click();
  await expect(page.getByRole('dialog', { name: 'New note' })).toBeVisible();
  await expectAccessible(page);
  await addNote(request, person, { title: 'One' });
  await addNote(request, person, { title: 'Two', photo_path: await addPhoto(request, person) });
  await page.reload();
  await expect(page.locator('.item-photo img')).toBeVisible();
  await expectAccessible(page);
  await cardOf(page, 'Two').getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('On a phone of 320 px', () => {
  test.use({ viewport: { width: 320, height: 568 } });

  test('nothing is wider than the screen', { tag: '@layout' }, async ({
    signedIn: page,
    person,
    request,
  }) => {
    await addNote(request, person, {
      title: 'W'.repeat(100),
      content: 'm'.repeat(1000),
      photo_path: await addPhoto(request, person),
    });
    await page.goto('/notes');
    await expect(page.locator('.item-photo')).toBeVisible();
    expect(await horizontalOverflow(page)).toBe(0);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Title').fill('x');
    const body = page.locator('.editor-body');
    expect(await body.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();
    expect(await horizontalOverflow(page)).toBe(0);
  });
});
