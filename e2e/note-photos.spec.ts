import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './accessible.ts';
import { expect, type Person, test } from './fixtures.ts';
import {
  addNote,
  addPhoto,
  answerWithNotes,
  bearer,
  cardOf,
  notesOf,
  openNewNote,
  picture,
  save,
  write,
} from './notes-helpers.ts';
import { expectToast, nextBody } from './site.ts';

const preview = (page: Page) => page.getByAltText('The photo you chose');

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }[]) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose from gallery' }).click();
  await (await choosing).setFiles(file);
}

const jpeg = async (width: number, height: number) => [
  { name: 'holiday.jpg', mimeType: 'image/jpeg', buffer: await picture(width, height) },
];

async function storedPhoto(request: APIRequestContext, person: Person) {
  const [note] = await notesOf(request, person);
  const answer = await request.get(`/api/file/files/${note?.photo_path}`, {
    headers: bearer(person),
  });
  return sharp(await answer.body()).metadata();
}

test.describe('the camera', () => {
  test.beforeEach(async ({ signedIn: page }) => {
    await page.addInitScript(() => {
      const streams: MediaStream[] = [];
      const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
      navigator.mediaDevices.getUserMedia = async (wanted) => {
        // Small, because this machine draws every frame by itself.
        const stream = await open({ ...wanted, video: { width: 320, height: 240 } });
        streams.push(stream);
        return stream;
      };
      Object.assign(window, {
        cameras: () => streams.flatMap((one) => one.getTracks()).map((track) => track.readyState),
      });
    });
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, 'Seen', 'With my own eyes');
    await page.getByRole('button', { name: 'Take photo' }).click();
    await expect(page.getByRole('button', { name: 'Capture' })).toBeEnabled();
  });

  const cameras = (page: Page) => page.evaluate('cameras()');

  test('takes a photo that is saved with the note, and is turned off', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await page.getByRole('button', { name: 'Capture' }).click();
    await expect(preview(page)).toBeVisible();
    expect(await cameras(page)).toEqual(['ended']);
    const uploading = page.waitForRequest('**/api/upload');
    await save(page);
    expect((await uploading).headers()['content-type']).toContain('multipart/form-data');
    await expect(cardOf(page, 'Seen').locator('img')).toHaveJSProperty('complete', true);
    await expect(page.locator('dl')).toContainText('With photos1');
    expect((await storedPhoto(request, person)).format).toBe('jpeg');
  });

  test('is accessible', async ({ signedIn: page }) => {
    await expectAccessible(page);
  });

  for (const way of ['Escape', 'Close'] as const) {
    test(`${way} turns it off and leaves the form as it was`, async ({ signedIn: page }) => {
      if (way === 'Escape') await page.keyboard.press('Escape');
      else await page.getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('button', { name: 'Capture' })).toHaveCount(0);
      expect(await cameras(page)).toEqual(['ended']);
      await expect(page.getByRole('dialog', { name: 'New note' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Take photo' })).toBeEnabled();
      await expect(page.getByLabel('Title')).toHaveValue('Seen');
      await expect(page.getByRole('alert')).toHaveText('');
    });
  }

  test('is turned off when the session ends behind it', async ({ signedIn: page, context }) => {
    const other = await context.newPage();
    await other.goto('/about');
    await other.evaluate(() => localStorage.removeItem('app_token'));
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('button', { name: 'Capture' })).toHaveCount(0);
    expect(await cameras(page)).toEqual(['ended']);
  });
});

for (const [name, title] of [
  ['NotAllowedError', 'Camera permissions required'],
  ['NotFoundError', 'Camera error'],
  ['NotReadableError', 'Camera error'],
] as const) {
  test(`a camera that answers ${name} gets '${title}'`, async ({ signedIn: page }) => {
    await page.addInitScript((name) => {
      navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('No', name));
    }, name);
    await page.goto('/notes');
    await openNewNote(page);
    await page.getByRole('button', { name: 'Take photo' }).click();
    await expect(page.getByRole('alert')).toContainText(title);
    await expect(page.getByRole('dialog', { name: 'Camera' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Take photo' })).toBeEnabled();
  });
}

test('without a camera of its own the browser is asked for a file from one', async ({
  signedIn: page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'mediaDevices', { value: undefined }),
  );
  await page.goto('/notes');
  await openNewNote(page);
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Take photo' }).click();
  const chooser = await choosing;
  expect(await chooser.element().getAttribute('capture')).toBe('environment');
  expect(await chooser.element().getAttribute('accept')).toBe('image/*');
  await chooser.setFiles(await jpeg(40, 30));
  await expect(preview(page)).toBeVisible();
});

test.describe('the gallery', () => {
  test('gives a photo, which is scaled down to 2048 px before it is sent', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, 'Large', 'Very');
    await choose(page, await jpeg(3000, 1500));
    await expect(preview(page)).toHaveJSProperty('naturalWidth', 2048);
    await save(page);
    await expect(cardOf(page, 'Large').locator('img')).toBeVisible();
    expect(await storedPhoto(request, person)).toMatchObject({ width: 2048, height: 1024 });
  });

  test("that hands over no picture gets 'Selection error'", async ({ signedIn: page }) => {
    await page.goto('/notes');
    await openNewNote(page);
    const buffer = Buffer.from('%PDF-1.7 not a picture');
    await choose(page, [{ name: 'photo.png', mimeType: 'image/png', buffer }]);
    await expect(page.getByRole('alert')).toContainText('Selection error');
    await expect(preview(page)).toHaveCount(0);
  });

  test('may be left without choosing', async ({ signedIn: page }) => {
    await page.goto('/notes');
    await openNewNote(page);
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose from gallery' }).click();
    await (await choosing).element().dispatchEvent('cancel');
    await expect(page.locator('input[type=file]')).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveText('');
    await expect(page.getByRole('dialog', { name: 'New note' })).toBeVisible();
  });
});

test.describe('the photo of a note', () => {
  test.beforeEach(async ({ signedIn: page, person, request }) => {
    await addNote(request, person, {
      title: 'Illustrated',
      photo_path: await addPhoto(request, person),
    });
    await page.goto('/notes');
    await expect(cardOf(page, 'Illustrated').locator('img')).toBeVisible();
  });

  const edit = (page: Page) => page.getByRole('button', { name: 'Edit' }).click();

  test('is not sent again when it did not change', async ({ signedIn: page }) => {
    const uploads: string[] = [];
    page.on('request', (one) => one.url().endsWith('/api/upload') && uploads.push(one.url()));
    await edit(page);
    await expect(page.getByRole('img', { name: 'Photo of “Illustrated”' })).toBeVisible();
    await page.getByLabel('Title').fill('Illustrated still');
    const sent = await nextBody(page, 'PUT');
    await save(page);
    expect(await sent()).not.toHaveProperty('photo_path');
    await expect(cardOf(page, 'Illustrated still').locator('img')).toBeVisible();
    expect(uploads).toEqual([]);
  });

  test('is marked for removal, can be kept, and is removed by saving', async ({
    signedIn: page,
    person,
    request,
  }) => {
    await edit(page);
    await page.getByRole('button', { name: 'Remove photo' }).click();
    await expect(page.getByText('The photo is removed when you save.')).toBeVisible();
    await page.getByRole('button', { name: 'Keep photo' }).click();
    await expect(page.getByRole('img', { name: 'Photo of “Illustrated”' })).toBeVisible();
    await page.getByRole('button', { name: 'Remove photo' }).click();
    const sent = await nextBody(page, 'PUT');
    await save(page);
    expect(await sent()).toMatchObject({ photo_path: null });
    await expect(cardOf(page, 'Illustrated').locator('img')).toHaveCount(0);
    await expect(page.locator('dl')).toContainText('With photos0');
    expect(await notesOf(request, person)).toMatchObject([{ photo_path: null }]);
  });

  test('is replaced by another one', async ({ signedIn: page, person, request }) => {
    const [before] = await notesOf(request, person);
    await edit(page);
    await choose(page, await jpeg(60, 40));
    await expect(preview(page)).toBeVisible();
    await save(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await storedPhoto(request, person)).toMatchObject({ width: 60, height: 40 });
    const old = `/api/file/files/${before?.photo_path}`;
    await expect
      .poll(async () => (await request.get(old, { headers: bearer(person) })).status())
      .toBe(404);
  });

  test('opens large, and Escape leads back to it', async ({ signedIn: page }) => {
    const large = page.waitForRequest(/w=1280/);
    await page.getByRole('button', { name: 'Photo of “Illustrated”' }).click();
    await large;
    const dialog = page.getByRole('dialog', { name: 'Illustrated' });
    await expect(dialog.getByRole('img', { name: 'Photo of “Illustrated”' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Photo of “Illustrated”' })).toBeFocused();
  });

  test("says 'Failed to load' when it does not arrive", async ({ signedIn: page }) => {
    await page.route('**/api/file/**', (route) => route.fulfill({ status: 500, json: {} }));
    await page.reload();
    await expect(cardOf(page, 'Illustrated').getByText('Failed to load')).toBeVisible();
    await expectAccessible(page);
    await page.unroute('**/api/file/**');
    await page.route('**/api/file/**', (route) =>
      route.fulfill({ contentType: 'image/webp', body: 'not a picture' }),
    );
    await page.reload();
    await expect(cardOf(page, 'Illustrated').getByText('Failed to load')).toBeVisible();
  });
});

test.describe('an upload that fails', () => {
  test("stops the creation with 'Upload failed' and keeps the form", async ({
    signedIn: page,
    person,
    request,
  }) => {
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, 'With photo', 'Which does not arrive');
    await choose(page, await jpeg(40, 30));
    await page.route('**/api/upload', (route) => route.fulfill({ status: 500, json: {} }));
    await save(page);
    await expectToast(page, 'Creation failed', 'Upload failed');
    await expect(preview(page)).toBeVisible();
    expect(await notesOf(request, person)).toEqual([]);
    await page.unroute('**/api/upload');
    await save(page);
    await expect(cardOf(page, 'With photo').locator('img')).toBeVisible();
  });

  test("stops the change with 'Upload failed'", async ({ signedIn: page, person, request }) => {
    await addNote(request, person, { title: 'Plain' });
    await page.goto('/notes');
    await page.getByRole('button', { name: 'Edit' }).click();
    await choose(page, await jpeg(40, 30));
    await expect(preview(page)).toBeVisible();
    await page.route('**/api/upload', (route) => route.abort());
    await save(page);
    await expectToast(page, 'Update failed', 'Upload failed');
    expect(await notesOf(request, person)).toMatchObject([{ version: 1, photo_path: null }]);
  });

  test("because the session ended says 'Session expired' and leads to the sign-in", async ({
    signedIn: page,
    person,
    request,
  }) => {
    await page.goto('/notes');
    await openNewNote(page);
    await write(page, 'Too late', 'For this session');
    await choose(page, await jpeg(40, 30));
    await expect(preview(page)).toBeVisible();
    await request.post('/api/auth/logout', { headers: bearer(person) });
    await save(page);
    await expectToast(page, 'Creation failed', 'Session expired');
    await expect(page).toHaveURL('/login');
  });
});

test('a photo that arrived is not uploaded again when the note has to be sent again', async ({
  signedIn: page,
  person,
  request,
}) => {
  let uploads = 0;
  page.on('request', (one) => {
    if (one.url().endsWith('/api/upload')) uploads += 1;
  });
  await page.goto('/notes');
  await openNewNote(page);
  await write(page, 'Twice', 'Sent');
  await choose(page, await jpeg(40, 30));
  await expect(preview(page)).toBeVisible();
  await page.route('**/api/notes', (route) => route.abort());
  await save(page);
  await expectToast(page, 'Creation failed', 'Network error');
  await page.unroute('**/api/notes');
  await save(page);
  await expect(cardOf(page, 'Twice').locator('img')).toBeVisible();
  expect(uploads).toBe(1);
  expect(await notesOf(request, person)).toHaveLength(1);
});

test('photos are fetched when they come near, not before', async ({ signedIn: page }) => {
  const body = await picture(32, 32);
  const fetched: string[] = [];
  await page.route('**/api/file/**', (route) => {
    fetched.push(route.request().url());
    return route.fulfill({ contentType: 'image/jpeg', body });
  });
  await answerWithNotes(
    page,
    Array.from({ length: 200 }, (_, index) => ({ photo_path: `photo-${index}.jpg` })),
  );
  await page.goto('/notes');
  await expect(page.locator('.note-photo img').first()).toBeVisible();
  expect(fetched.length).toBeLessThan(60);
  expect(fetched.join()).not.toContain('photo-199.jpg');
  await page.getByRole('heading', { name: 'Note 199' }).scrollIntoViewIfNeeded();
  await expect.poll(() => fetched.join()).toContain('photo-199.jpg');
});
