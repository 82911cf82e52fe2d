import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { choose, jpeg, preview } from './note-photo-helpers.ts';
import {
  addNote,
  bearer,
  cardOf,
  draftKeys,
  expectAllSent,
  notesOf,
  openNewNote,
  save,
  storedKeys,
  write,
} from './notes-helpers.ts';
import { deleteNote, expectOnServer, keepToasts, openForm, saveAndClose } from './sync-helpers.ts';
import { afterRequest, beforeRequest, crashAt, duringTransaction } from './tab-helpers.ts';

const NOTES = /\/api\/notes$/;
const NOTE = /\/api\/notes\/[^/]+$/;
const UPLOAD = /\/api\/upload/;
const KEPT = 'Draft kept on this device';
const offers = (page: Page) => page.getByRole('region', { name: /^Unsaved/ });

async function openNotes(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto('/notes');
  await expect(page.getByRole('button', { name: 'New note' })).toBeVisible();
  return page;
}

test('A tab that crashes while a note is saved and sent loses nothing and sends nothing twice', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  await page.goto('/notes');
  const moments = {
    'in the transaction that saves it': duringTransaction('outbox'),
    'before its photo is uploaded': beforeRequest('POST', UPLOAD),
    'after its photo was uploaded': afterRequest('POST', UPLOAD),
    'before it is sent': beforeRequest('POST', NOTES),
    'after it was sent': afterRequest('POST', NOTES),
  };
  const expected: { title: string; content: string; photoWidth: number }[] = [];
  for (const [name, moment] of Object.entries(moments))
    await test.step(name, async () => {
      const title = `Note ${expected.length}`;
      const note = { title, content: 'Some words', photoWidth: 40 + expected.length };
      expected.push(note);
      await openNewNote(page);
      await write(page, title, note.content);
      await choose(page, await jpeg(note.photoWidth, 30));
      await expect(preview(page)).toBeVisible();
      await expect(page.getByText(KEPT)).toBeVisible();
      await crashAt(page, moment, () => save(page));
      page = await openNotes(context);
      // Not saved yet: it is kept as a draft.
      if ((await draftKeys(page)).length > 0) {
        await offers(page).getByRole('button', { name: 'Continue' }).click();
        await expect(preview(page)).toBeVisible();
        await saveAndClose(page);
      }
      await expect(cardOf(page, title)).toHaveCount(1);
      await expectAllSent(page);
      await expectOnServer(request, person, expected);
      expect(await draftKeys(page)).toEqual([]);
      expect(await storedKeys(page, 'photos')).toEqual([]);
    });
});

test('A tab that crashes while a change or a deletion is sent loses neither, nor the draft of the other tab', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  await addNote(request, person, { title: 'Diary', content: 'one two three' });
  await page.goto('/notes');
  let other = await openNotes(context);
  await openForm(other, 'Diary');
  await other.getByLabel('Content').fill('one two three FOUR');
  await expect(other.getByText(KEPT)).toBeVisible();
  let words = 'one two three';
  for (const [place, moment] of [
    duringTransaction('outbox'),
    beforeRequest('PUT', NOTE),
    afterRequest('PUT', NOTE),
  ].entries())
    await test.step(`a change, at moment ${place + 1}`, async () => {
      await openForm(page, 'Diary');
      words = `${place} ${words}`;
      await page.getByLabel('Content').fill(words);
      await expect(page.getByText(KEPT)).toBeVisible();
      await crashAt(page, moment, () => save(page));
      page = await openNotes(context);
      if ((await draftKeys(page)).length > 1) {
        await offers(page).getByRole('button', { name: 'Continue' }).click();
        await saveAndClose(page);
      }
      await expectOnServer(request, person, [{ title: 'Diary', content: words }]);
      await expectAllSent(page);
      expect(await draftKeys(page)).toHaveLength(1);
      await expect(other.getByLabel('Content')).toHaveValue('one two three FOUR');
    });

  await test.step('the other tab crashes in the transaction that saves its form', async () => {
    await crashAt(other, duringTransaction('outbox'), () => save(other));
    await expect(offers(page)).toContainText('one two three FOUR');
    await openForm(page, 'Diary');
    await saveAndClose(page);
    await expectOnServer(request, person, [{ title: 'Diary', content: `${words} FOUR` }]);
  });

  for (const moment of [beforeRequest('DELETE', NOTE), afterRequest('DELETE', NOTE)])
    await test.step('a deletion', async () => {
      const title = `Gone ${(await notesOf(request, person)).length}`;
      await addNote(request, person, { title });
      await expect(cardOf(page, title)).toBeVisible();
      other = await openNotes(context);
      await crashAt(page, moment, () => deleteNote(page, title));
      await expect(cardOf(other, title)).toHaveCount(0);
      await other.reload();
      await expectOnServer(request, person, [{ title: 'Diary' }]);
      page = other;
    });
});

test('A tab that crashes while a deletion is undone leaves the note as it was or deleted, never twice', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  await keepToasts(context);
  await addNote(request, person, { title: 'Harbour', content: 'one two three' });
  await page.goto('/notes');
  await openForm(page, 'Harbour');
  await page.getByLabel('Content').fill('one two three four');
  await page.keyboard.press('Escape');
  await expect(offers(page)).toContainText('one two three four');
  const restore = /\/restore/;
  for (const moment of [beforeRequest('POST', restore), afterRequest('POST', restore)])
    await test.step('after the undoing was stored, with the draft of the note', async () => {
      await deleteNote(page, 'Harbour');
      await expectOnServer(request, person, []);
      await expect(offers(page)).toHaveCount(0);
      await crashAt(page, moment, () => page.keyboard.press('Control+z'));
      page = await openNotes(context);
      await expectOnServer(request, person, [{ title: 'Harbour', content: 'one two three' }]);
      await expectAllSent(page);
      await expect(cardOf(page, 'Harbour')).toHaveCount(1);
      await expect(offers(page)).toContainText('one two three four');
    });

  await test.step('before the undoing was stored', async () => {
    await deleteNote(page, 'Harbour');
    await expectOnServer(request, person, []);
    await expect.poll(() => storedKeys(page, 'outbox')).toEqual([]);
    await crashAt(page, duringTransaction('outbox'), () => page.keyboard.press('Control+z'));
    page = await openNotes(context);
    await expect(page.getByRole('heading', { name: 'A clean sheet' })).toBeVisible();
    expect(await storedKeys(page, 'outbox')).toEqual([]);
    expect(await notesOf(request, person)).toEqual([]);
  });
});

test('A tab that crashes while two versions are decided asks again or has decided, and keeps each chosen version once', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  const { id } = await addNote(request, person, { title: 'Meeting', content: 'At nine' });
  await page.goto('/notes');
  const dialog = () => page.getByRole('alertdialog', { name: /was changed somewhere else/ });
  const kept: string[] = [];
  const undecided = duringTransaction('outbox');
  for (const [place, [choice, moment]] of (
    [
      ['Keep this one', undecided],
      ['Keep this one', afterRequest('PUT', NOTE)],
      ['Keep both', beforeRequest('POST', NOTES)],
      ['Keep both', afterRequest('POST', NOTES)],
    ] as const
  ).entries())
    await test.step(`${choice}, crash ${place + 1}`, async () => {
      const [mine, theirs] = [`Mine ${place}`, `Theirs ${place}`];
      await openForm(page, 'Meeting');
      const data = { title: 'Meeting', content: theirs };
      await request.put(`/api/notes/${id}`, { data, headers: bearer(person) });
      await expect(page.getByText('This note was changed on another device.')).toBeVisible();
      await page.getByLabel('Content').fill(mine);
      await save(page);
      const decide = () => dialog().getByRole('button', { name: choice }).click();
      await expect(dialog()).toBeVisible();
      await crashAt(page, moment, decide);
      page = await openNotes(context);
      if (moment === undecided) {
        await cardOf(page, theirs).getByRole('button', { name: 'Edit' }).click();
        await decide();
      }
      const isBoth = choice === 'Keep both';
      if (isBoth) kept.push(mine);
      const contents = [isBoth ? theirs : mine, ...kept];
      await expect
        .poll(async () => (await notesOf(request, person)).map(({ content }) => content).sort())
        .toEqual(contents.sort());
      await expectAllSent(page);
      expect(await draftKeys(page)).toEqual([]);
      for (const note of await notesOf(request, person))
        if (note.id !== id)
          await request.put(`/api/notes/${note.id}`, {
            data: { title: 'Kept', content: note.content },
            headers: bearer(person),
          });
      await expect(cardOf(page, 'Meeting')).toHaveCount(1);
    });
});
