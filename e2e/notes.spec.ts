import { expectAccessible } from './accessible.ts';
import { createPerson, expect, insert, test } from './fixtures.ts';
import {
  addNote,
  addPhoto,
  answerWithNotes,
  bearer,
  cardOf,
  loseOneAnswer,
  notesOf,
  openNewNote,
  save,
  write,
} from './notes-helpers.ts';
import { expectToast, nextBody, overflowOf } from './site.ts';

test.describe('the list', () => {
  test('shows skeletons while it loads, then the notes, newest first', async ({
    signedIn: page,
    person,
    request,
  }) => {
    for (const title of ['Oldest', 'Middle', 'Newest']) await addNote(request, person, { title });
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
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      'Newest',
      'Middle',
      'Oldest',
    ]);
    await expect(page.locator('.skeleton')).toHaveCount(0);
  });

  test('counts all notes, those with photos and those created today', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await addNote(request, person, { title: 'Without' });
    await addNote(request, person, {
      title: 'With',
      photo_path: await addPhoto(request, person),
    });
    await page.goto('/notes');
    await expect(page.locator('dl')).toHaveText('Total notes2With photos1Created today2');
  });

  test('invites to write the first note when there is none', async ({ signedIn: page }) => {
    await page.goto('/notes');
    await expect(page.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
    await page.getByRole('button', { name: 'Write your first note' }).click();
    await expect(page.getByRole('dialog', { name: 'New note' })).toBeVisible();
    await expectAccessible(page);
  });

  test('says that loading failed, and tries again when asked', async ({
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
    await page.unroute('**/api/notes');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(cardOf(page, 'Still there')).toBeVisible();
  });

  test('fades a text that goes on, and leaves one that fits as it is', async ({
    signedIn: page,
    person,
    request,
    browserName,
  }) => {
    test.skip(browserName === 'firefox', 'It has no scroll timelines yet: there every text fades');
    await addNote(request, person, { title: 'Short', content: 'One line' });
    await addNote(request, person, { title: 'Long', content: 'Line after line\n'.repeat(20) });
    await page.goto('/notes');
    const fadeOf = (title: string) =>
      cardOf(page, title)
        .locator('.note-excerpt')
        .evaluate((excerpt) => getComputedStyle(excerpt, '::after').opacity);
    await expect.poll(() => fadeOf('Long')).toBe('1');
    expect(await fadeOf('Short')).toBe('0');
  });

  test('of somebody else is never shown', async ({ signedIn: page, person, request }) => {
    await addNote(request, await createPerson(request), { title: 'Not yours' });
    await addNote(request, person, { title: 'Yours' });
    await page.goto('/notes');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Yours']);
  });

  test('leads to the sign-in when the session has ended', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await request.post('/api/auth/logout', { headers: bearer(person) });
    await page.goto('/notes');
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('alert')).toContainText('Session expired');
    await expect(page.getByRole('alert')).not.toContainText('Error loading notes');
  });

  test('shows markup in a note as the text it is', async ({ signedIn: page, person, request }) => {
    const title = '<img src=x onerror="document.title=\'broken\'"> <b>bold</b>';
    await addNote(request, person, { title, content: title });
    await page.goto('/notes');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(title);
    await expect(page).toHaveTitle(/Notes/);
  });
});

test.describe('a day', () => {
  test.use({ timezoneId: 'Pacific/Kiritimati' });

  test("is the viewer's own, and written the British way", async ({ signedIn: page }) => {
    // One in the morning of 11 March, fourteen hours ahead of UTC.
    await page.clock.setFixedTime('2026-03-10T11:00:00Z');
    await answerWithNotes(page, [
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

test.describe('the form', () => {
  test('saves only what has a title and a content', async ({ signedIn: page }) => {
    await page.goto('/notes');
    await openNewNote(page);
    const button = page.getByRole('button', { name: 'Save' });
    await expect(button).toBeDisabled();
    await write(page, 'A title', '   \n ');
    await expect(button).toBeDisabled();
    await write(page, '   ', 'A content');
    await expect(button).toBeDisabled();
    await write(page, 'A title', 'A content');
    await expect(button).toBeEnabled();
  });

  test('counts characters and takes no more than 100 and 1000', async ({ signedIn: page }) => {
    await page.goto('/notes');
    await openNewNote(page);
    await expect(page.getByText('0 / 100', { exact: true })).toBeVisible();
    await insert(page.getByLabel('Title'), 't'.repeat(101));
    await expect(page.getByText('100 / 100', { exact: true })).toBeVisible();
    await insert(page.getByLabel('Content'), 'c'.repeat(1001));
    await expect(page.getByText('1000 / 1000', { exact: true })).toBeVisible();
    await save(page);
    await expect(cardOf(page, 't'.repeat(100))).toBeVisible();
  });

  test('says beside the field what cannot be seen', async ({ signedIn: page }) => {
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, '\u200b\u200b', 'A content');
    await save(page);
    await expect(page.getByText('Title is required')).toBeVisible();
    await expect(page.getByLabel('Title')).toBeFocused();
    await expect(page.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page);
  });

  test('creates a note, shows it first and says so', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await addNote(request, person, { title: 'Older' });
    await page.goto('/notes');
    await openNewNote(page);
    await expect(page.getByLabel('Title')).toBeFocused();
    await write(page, '  Milk  ', 'Two bottles\nof the good one');
    await save(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Milk', 'Older']);
    await expect(page.getByRole('status').getByText('Note created')).toBeAttached();
    await expect(page.getByRole('button', { name: 'New note' })).toBeFocused();
    await expect(page.locator('dl')).toContainText('Total notes2');
    expect(await notesOf(request, person)).toMatchObject([
      { title: 'Milk', content: 'Two bottles\nof the good one' },
      { title: 'Older' },
    ]);
  });

  test('changes a note, by its version, and goes back to where it came from', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await addNote(request, person, { title: 'Before', content: 'The content' });
    await page.goto('/notes');
    await page.getByRole('button', { name: 'Edit' }).click();
    await expect(page.getByRole('dialog', { name: 'Edit note' })).toBeVisible();
    await expect(page.getByLabel('Content')).toHaveValue('The content');
    await page.getByLabel('Title').fill('After');
    const sent = await nextBody(page, 'PUT');
    await page.keyboard.press('Control+Enter');
    expect(await sent()).toEqual({
      title: 'After',
      content: 'The content',
      version: 1,
    });
    await expect(cardOf(page, 'After')).toBeVisible();
    await expect(page.getByRole('status').getByText('Note updated')).toBeAttached();
    await expect(page.getByRole('button', { name: 'Edit' })).toBeFocused();
  });

  test('closes on Escape and on Cancel without saving', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await page.goto('/notes');
    await page.getByRole('button', { name: 'New note' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Half a th');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'New note' })).toBeFocused();
    await openNewNote(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await notesOf(request, person)).toEqual([]);
  });

  const answers = [
    { of: 'no answer', send: undefined, create: 'Network error', update: 'Network error' },
    {
      of: 'an answer without a sentence',
      send: { status: 500, json: {} },
      create: 'Failed to create note',
      update: 'Failed to update note',
    },
    {
      of: 'a sentence of the server',
      send: { status: 503, json: { success: false, error: 'We are moving house.' } },
      create: 'We are moving house.',
      update: 'We are moving house.',
    },
  ];
  for (const { of, send, create, update } of answers) {
    test(`stays open when saving gets ${of}`, async ({ signedIn: page, person, request }) => {
      await addNote(request, person, { title: 'Here before' });
      await page.goto('/notes');
      await expect(cardOf(page, 'Here before')).toBeVisible();
      await page.route(/\/api\/notes/, (route) => (send ? route.fulfill(send) : route.abort()));
      await openNewNote(page);
      await write(page, 'Kept title', 'Kept content');
      await save(page);
      await expectToast(page, 'Creation failed', create);
      await expect(page.getByLabel('Title')).toHaveValue('Kept title');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Edit' }).click();
      await write(page, 'Changed title', 'Changed content');
      await save(page);
      await expectToast(page, 'Update failed', update);
      await expect(page.getByLabel('Content')).toHaveValue('Changed content');
    });
  }
});

test.describe('an answer that got lost', () => {
  test('makes one note, however often it is tried', async ({ signedIn: page, person, request }) => {
    await page.goto('/notes');
    await loseOneAnswer(page, 'POST');
    await openNewNote(page);
    await write(page, 'Once', 'and only once');
    await save(page);
    await expectToast(page, 'Creation failed', 'Network error');
    expect(await notesOf(request, person)).toHaveLength(1);
    await page.getByLabel('Content').fill('and only once, with more');
    await save(page);
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Once']);
    expect(await notesOf(request, person)).toMatchObject([{ content: 'and only once, with more' }]);
  });

  test('of a change is no conflict', async ({ signedIn: page, person, request }) => {
    await addNote(request, person, { title: 'Before' });
    await page.goto('/notes');
    await loseOneAnswer(page, 'PUT');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Title').fill('After');
    await save(page);
    await expectToast(page, 'Update failed', 'Network error');
    await save(page);
    await expect(cardOf(page, 'After')).toBeVisible();
    expect(await notesOf(request, person)).toMatchObject([{ title: 'After', version: 2 }]);
  });
});

test.describe('a note that was changed somewhere else', () => {
  test.beforeEach(async ({ signedIn: page, person, request }) => {
    const { id } = await addNote(request, person, { title: 'Mine', content: 'At first' });
    await page.goto('/notes');
    await page.getByRole('button', { name: 'Edit' }).click();
    await request.put(`/api/notes/${id}`, {
      data: { title: 'Theirs', content: 'From the phone' },
      headers: bearer(person),
    });
    await page.getByLabel('Content').fill('From the desk');
    await save(page);
    await expectToast(
      page,
      'Update failed',
      'This note was changed somewhere else in the meantime.',
    );
    await expect(page.getByText('From the phone')).toBeVisible();
    await expect(page.getByLabel('Content')).toHaveValue('From the desk');
  });

  test('can keep this version', async ({ signedIn: page, person, request }) => {
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Keep mine' }).click();
    await expect(cardOf(page, 'From the desk')).toBeVisible();
    expect(await notesOf(request, person)).toMatchObject([
      { title: 'Mine', content: 'From the desk', version: 3 },
    ]);
  });

  test('can take the other version', async ({ signedIn: page, person, request }) => {
    await page.getByRole('button', { name: 'Take theirs' }).click();
    await expect(cardOf(page, 'From the phone')).toBeVisible();
    await expect(page.getByText('Unsaved changes')).toHaveCount(0);
    expect(await notesOf(request, person)).toMatchObject([{ title: 'Theirs', version: 2 }]);
  });
});

test('a note that was deleted somewhere else can be saved as a new one', async ({
  signedIn: page,
  person,
  request,
}) => {
  const { id } = await addNote(request, person, { title: 'Gone', content: 'Soon' });
  await page.goto('/notes');
  await page.getByRole('button', { name: 'Edit' }).click();
  await request.delete(`/api/notes/${id}`, { headers: bearer(person) });
  await page.getByLabel('Content').fill('But not forgotten');
  await save(page);
  await expectToast(page, 'Update failed', 'Not found.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save as new note' }).click();
  await expect(cardOf(page, 'But not forgotten')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Gone']);
  expect(await notesOf(request, person)).toMatchObject([{ content: 'But not forgotten' }]);
});

test.describe('deleting', () => {
  test.beforeEach(async ({ signedIn: page, person, request }) => {
    for (const title of ['Third', 'Second', 'First']) await addNote(request, person, { title });
    await page.goto('/notes');
    await cardOf(page, 'Second').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alertdialog', { name: 'Delete this note?' })).toBeVisible();
  });

  test('asks first, and Cancel or Escape keeps the note', async ({ signedIn: page }) => {
    await expect(page.getByText('“Second” will be gone for good')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    const button = cardOf(page, 'Second').getByRole('button', { name: 'Delete' });
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(cardOf(page, 'Second')).toBeVisible();
  });

  test('takes the note away before the server answers', async ({
    signedIn: page,
    person,
    request,
  }) => {
    const answered = Promise.withResolvers<void>();
    await page.route('**/api/notes/*', async (route) => {
      await answered.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('heading', { level: 2 })).toHaveText(['First', 'Third']);
    await expect(page.getByRole('status').getByText('Note deleted')).toBeAttached();
    await expect(cardOf(page, 'Third').getByRole('button', { name: 'Delete' })).toBeFocused();
    answered.resolve();
    await expect.poll(() => notesOf(request, person)).toHaveLength(2);
  });

  for (const [of, send, message] of [
    ['no answer', undefined, 'Network error'],
    ['a failure', { status: 500, json: {} }, 'Failed to delete note'],
  ] as const) {
    test(`brings the note back after ${of}`, async ({ signedIn: page }) => {
      await page.route('**/api/notes/*', (route) => (send ? route.fulfill(send) : route.abort()));
      await page.getByRole('button', { name: 'Delete' }).click();
      await expectToast(page, 'Deletion failed', message);
      await expect(page.getByRole('heading', { level: 2 })).toHaveText([
        'First',
        'Second',
        'Third',
      ]);
    });
  }

  test('the last note leads back to "New note"', async ({ signedIn: page }) => {
    for (const _ of ['Second', 'Third', 'First']) {
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByRole('alertdialog')).toHaveCount(0);
      const next = page.getByRole('button', { name: 'Delete' });
      if ((await next.count()) > 0) await next.first().click();
    }
    await expect(page.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'New note' })).toBeFocused();
  });
});

test('empty list, list, form and what is unsaved are accessible', async ({
  signedIn: page,
  person,
  request,
}) => {
  await page.goto('/notes');
  await expect(page.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
  await expectAccessible(page);
  await addNote(request, person, { title: 'One' });
  await addNote(request, person, { title: 'Two', photo_path: await addPhoto(request, person) });
  await page.reload();
  await expect(page.locator('.note-photo img')).toBeVisible();
  await expectAccessible(page);
  await cardOf(page, 'Two').getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Remove photo' }).click();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('on a phone of 320 px', () => {
  test.use({ viewport: { width: 320, height: 568 } });

  test('nothing is wider than the screen', async ({ signedIn: page, person, request }) => {
    await addNote(request, person, {
      title: 'W'.repeat(100),
      content: 'm'.repeat(1000),
      photo_path: await addPhoto(request, person),
    });
    await page.goto('/notes');
    await expect(page.locator('.note-photo')).toBeVisible();
    expect(await overflowOf(page)).toBe(0);
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Title').fill('x');
    const body = page.locator('.editor-body');
    expect(await body.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('region', { name: 'Unsaved changes' })).toBeVisible();
    expect(await overflowOf(page)).toBe(0);
  });
});
