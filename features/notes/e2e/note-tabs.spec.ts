import type { BrowserContext, Page } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { expectToast } from '#e2e/support/site.ts';
import { addNote, cardOf, draftKeys, openNewNote, save, write } from './notes-helpers.ts';
import { expectOnServer, openForm, saveAndClose } from './sync-helpers.ts';
import { crash, putDrafts } from './tab-helpers.ts';

const KEPT = 'Draft kept on this device';
const content = (page: Page) => page.getByLabel('Content');
const newNotes = (page: Page) => page.getByRole('region', { name: 'Unsaved note' });
const changedNotes = (page: Page) => page.getByRole('region', { name: 'Unsaved changes' });

async function openTab(context: BrowserContext) {
  const tab = await context.newPage();
  await tab.goto('/notes');
  await expect(tab.getByRole('button', { name: 'New note' })).toBeVisible();
  return tab;
}

test('Two tabs that edit one note have a draft each: what one saves or undoes leaves the other’s', {
  tag: '@smoke',
}, async ({ signedIn: page, context, person, request }) => {
  await addNote(request, person, { title: 'Shared', content: 'one two three' });
  await page.goto('/notes');
  const other = await openTab(context);
  await openForm(page, 'Shared');
  await content(page).fill('ONE two three');
  await expect(page.getByText(KEPT)).toBeVisible();
  await openForm(other, 'Shared');
  await expect(content(other)).toHaveValue('one two three');

  await test.step('typing and undoing in one tab', async () => {
    await content(other).fill('one two THREE');
    await expect(other.getByText(KEPT)).toBeVisible();
    await content(other).fill('one two three');
    await expect.poll(() => draftKeys(page)).toHaveLength(1);
    await crash(page);
    page = await openTab(context);
    await expect(changedNotes(page)).toContainText('ONE two three');
    await openForm(page, 'Shared');
    await expect(content(page)).toHaveValue('ONE two three');
  });

  await test.step('saving in one tab', async () => {
    await content(other).fill('one two THREE');
    await expect(other.getByText(KEPT)).toBeVisible();
    await saveAndClose(page);
    await crash(other);
    await expect(changedNotes(page)).toContainText('one two THREE');
    await openForm(page, 'Shared');
    await expect(content(page)).toHaveValue('one two THREE');
    await saveAndClose(page);
    await expectOnServer(request, person, [{ title: 'Shared', content: 'ONE two THREE' }]);
    await expect.poll(() => draftKeys(page)).toEqual([]);
  });
});

test('“New note” begins another draft while one is written in another tab, and continues one that no tab has open', async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/notes');
  await openNewNote(page);
  await write(page, 'From A', 'Written in A');
  await expect(page.getByText(KEPT)).toBeVisible();
  const other = await openTab(context);
  await openNewNote(other);
  await expect(other.getByLabel('Title')).toHaveValue('');
  await write(other, 'From B', 'Written in B');
  await expect(other.getByText(KEPT)).toBeVisible();
  await expect.poll(() => draftKeys(page)).toHaveLength(2);
  await expect(newNotes(page)).toHaveCount(0);
  await expect(newNotes(other)).toHaveCount(0);

  await test.step('a draft is offered in every tab as soon as its form closes or its tab crashes, as it was left', async () => {
    await content(other).fill('Written in B, and more');
    await other.getByRole('button', { name: 'Cancel' }).click();
    await expect(newNotes(other)).toContainText('From B Written in B, and more');
    await expect(newNotes(page)).toContainText('From B Written in B, and more');
    await content(page).fill('Written in A, and more');
    await expect(page.getByText(KEPT)).toBeVisible();
    await crash(page);
    await expect(newNotes(other)).toHaveCount(2);
    await expect(newNotes(other).first()).toContainText('From A Written in A, and more');
  });

  await test.step('the newest is continued first, and is no longer offered', async () => {
    const again = await openTab(context);
    await openNewNote(again);
    await expect(again.getByLabel('Title')).toHaveValue('From A');
    await expect(newNotes(other)).toHaveCount(1);
    await openNewNote(other);
    await expect(other.getByLabel('Title')).toHaveValue('From B');
    await expect(newNotes(again)).toHaveCount(0);
  });
});

test('A draft that another tab has just opened is neither continued nor discarded', async ({
  signedIn: page,
  context,
}) => {
  await page.goto('/notes');
  await openNewNote(page);
  await write(page, 'Wanted twice', 'But there once');
  await page.keyboard.press('Escape');
  await expect(newNotes(page)).toBeVisible();
  // A tab that does not hear of the others shows what it last knew.
  await context.addInitScript(() => {
    BroadcastChannel.prototype.addEventListener = () => {};
  });
  const deaf = await openTab(context);
  await expect(newNotes(deaf)).toBeVisible();
  await newNotes(page).getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByLabel('Title')).toHaveValue('Wanted twice');

  await newNotes(deaf).getByRole('button', { name: 'Discard' }).click();
  await deaf.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expectToast(deaf, 'This draft is not here any more');
  await expect(newNotes(deaf)).toHaveCount(0);
  expect(await draftKeys(page)).toHaveLength(1);
  await content(page).fill('But there once, still');
  await expect(page.getByText(KEPT)).toBeVisible();
  await page.reload();
  await expect(newNotes(page)).toContainText('But there once, still');

  await test.step('nor continued', async () => {
    const late = await openTab(context);
    await expect(newNotes(late)).toBeVisible();
    await newNotes(page).getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Wanted twice');
    await newNotes(late).getByRole('button', { name: 'Continue' }).click();
    await expectToast(late, 'This draft is not here any more');
    await expect(late.getByRole('dialog')).toHaveCount(0);
  });
});

test('Deleting a note in one tab leaves the draft of a form that is open in another', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  await addNote(request, person, { title: 'Doomed', content: 'one two three' });
  await page.goto('/notes');
  await openForm(page, 'Doomed');
  await content(page).fill('one two three four');
  await expect(page.getByText(KEPT)).toBeVisible();
  const other = await openTab(context);
  await cardOf(other, 'Doomed').getByRole('button', { name: 'Delete' }).click();
  await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(other, 'Note deleted');
  await expectOnServer(request, person, []);
  await crash(page);
  await expect(changedNotes(other)).toContainText('one two three four');
  await changedNotes(other).getByRole('button', { name: 'Continue' }).click();
  await save(other);
  const dialog = other.getByRole('alertdialog', { name: 'This note was deleted somewhere else' });
  await dialog.getByRole('button', { name: 'Save as new' }).click();
  await expectOnServer(request, person, [{ title: 'Doomed', content: 'one two three four' }]);
  await expect.poll(() => draftKeys(other)).toEqual([]);
});

test('Without locks two tabs that continue one draft end with two, and nothing is overwritten', async ({
  signedIn: page,
  context,
}) => {
  // As on a page without TLS.
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
  await page.goto('/notes');
  await openNewNote(page);
  await write(page, 'From A', 'Written in A');
  await expect(page.getByText(KEPT)).toBeVisible();
  const other = await openTab(context);
  await openNewNote(other);
  await expect(other.getByLabel('Title')).toHaveValue('From A');
  await content(page).fill('Written in A, and more');
  await expect.poll(() => draftKeys(page)).toHaveLength(2);
  await content(other).fill('Continued in B');
  await expect(other.getByText(KEPT)).toBeVisible();
  await expect(page.getByText(KEPT)).toBeVisible();
  await page.reload();
  await expect(newNotes(page)).toHaveCount(2);
  await expect(newNotes(page).filter({ hasText: 'Written in A, and more' })).toBeVisible();
  await expect(newNotes(page).filter({ hasText: 'Continued in B' })).toBeVisible();
});

test('Drafts that an earlier version of the app has stored are offered and continued', async ({
  signedIn: page,
  person,
  request,
}) => {
  const note = await addNote(request, person, { title: 'Older', content: 'one two three' });
  await page.goto('/notes');
  await expect(cardOf(page, 'Older')).toBeVisible();
  const common = { userId: person.user.id, entity: 'notes', isAwaitingPhoto: false };
  await putDrafts(page, [
    {
      ...common,
      id: note.id,
      original: note,
      fields: { title: 'Older', content: 'one two three four' },
      photo: 'none',
    },
    {
      ...common,
      id: crypto.randomUUID(),
      fields: { title: 'New', content: 'Never saved' },
      photo: 'none',
    },
  ]);
  await page.reload();
  await expect(changedNotes(page)).toContainText('one two three four');
  await newNotes(page).getByRole('button', { name: 'Continue' }).click();
  await saveAndClose(page);
  await openForm(page, 'Older');
  await expect(content(page)).toHaveValue('one two three four');
  await saveAndClose(page);
  await expectOnServer(request, person, [
    { title: 'Older', content: 'one two three four' },
    { title: 'New', content: 'Never saved' },
  ]);
  await expect.poll(() => draftKeys(page)).toEqual([]);
});
