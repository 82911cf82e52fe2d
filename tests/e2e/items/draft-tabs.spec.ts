import type { BrowserContext } from '@playwright/test';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast } from '#tests/e2e/support/site.ts';
import { expectOnServer } from '#tests/e2e/sync/helpers.ts';
import { crash } from '#tests/e2e/sync/tab-helpers.ts';
import { draftKeys, putDrafts } from './device.ts';
import { allValuesOf, kind, messages } from './first-kind.ts';
import { test } from './fixtures.ts';
import {
  addItem,
  cardOf,
  changedRows,
  confirmDeletion,
  continueDraft,
  expectOffered,
  expectWritten,
  newButton,
  newRows,
  openForm,
  openNewForm,
  save,
  saveAndClose,
  titleInput,
  write,
} from './helpers.ts';

async function openTab(context: BrowserContext) {
  const tab = await context.newPage();
  await tab.goto(kind.path);
  await expect(newButton(tab)).toBeVisible();
  return tab;
}

test('Two tabs that edit one item have separate drafts: saving or undoing in one does not change the other’s', {
  tag: '@smoke',
}, async ({ signedIn: page, context, person, request }) => {
  await addItem(request, person, { title: 'Shared', text: 'one two three' });
  await page.goto(kind.path);
  const other = await openTab(context);
  await openForm(page, 'Shared');
  await write(page, 'Shared', 'ONE two three');
  await expect(page.getByText(messages.draftStored)).toBeVisible();
  await openForm(other, 'Shared');
  await expectWritten(other, 'Shared', 'one two three');

  await test.step('typing and undoing in one tab', async () => {
    await write(other, 'Shared', 'one two THREE');
    await expect(other.getByText(messages.draftStored)).toBeVisible();
    await write(other, 'Shared', 'one two three');
    await expect.poll(() => draftKeys(page)).toHaveLength(1);
    await crash(page);
    page = await openTab(context);
    await expect(changedRows(page)).toHaveCount(1);
    await openForm(page, 'Shared');
    await expectWritten(page, 'Shared', 'ONE two three');
  });

  await test.step('saving in one tab', async () => {
    await write(other, 'Shared', 'one two THREE');
    await expect(other.getByText(messages.draftStored)).toBeVisible();
    await saveAndClose(page);
    await crash(other);
    await expect(changedRows(page)).toHaveCount(1);
    await openForm(page, 'Shared');
    await expectWritten(page, 'Shared', 'one two THREE');
    await saveAndClose(page);
    await expectOnServer(request, person, [{ title: 'Shared', text: 'ONE two THREE' }]);
    await expect.poll(() => draftKeys(page)).toEqual([]);
  });
});

test('“New item” begins a new draft while one is open in another tab, and continues a draft that no tab has open', async ({
  signedIn: page,
  context,
}) => {
  await page.goto(kind.path);
  await openNewForm(page);
  await write(page, 'From A', 'Written in A');
  await expect(page.getByText(messages.draftStored)).toBeVisible();
  const other = await openTab(context);
  await openNewForm(other);
  await expect(titleInput(other)).toHaveValue('');
  await write(other, 'From B', 'Written in B');
  await expect(other.getByText(messages.draftStored)).toBeVisible();
  await expect.poll(() => draftKeys(page)).toHaveLength(2);
  await expect(newRows(page)).toHaveCount(0);
  await expect(newRows(other)).toHaveCount(0);

  await test.step('a draft is offered unchanged in every tab as soon as its form closes or its tab crashes', async () => {
    await write(other, 'From B', 'Written in B, and more');
    await other.getByRole('button', { name: 'Cancel' }).click();
    for (const tab of [other, page])
      await expectOffered(newRows(tab), 'From B', 'Written in B, and more');
    await write(page, 'From A', 'Written in A, and more');
    await expect(page.getByText(messages.draftStored)).toBeVisible();
    await crash(page);
    await expect(newRows(other)).toHaveCount(2);
    await expectOffered(newRows(other).first(), 'From A', 'Written in A, and more');
  });

  await test.step('the newest draft is continued first and not offered any more', async () => {
    const again = await openTab(context);
    await openNewForm(again);
    await expectWritten(again, 'From A', 'Written in A, and more');
    await expect(newRows(other)).toHaveCount(1);
    await openNewForm(other);
    await expectWritten(other, 'From B', 'Written in B, and more');
    await expect(newRows(again)).toHaveCount(0);
  });
});

test('A draft that another tab has just opened is neither continued nor discarded', async ({
  signedIn: page,
  context,
}) => {
  await page.goto(kind.path);
  await openNewForm(page);
  await write(page, 'Wanted twice', 'But there once');
  await page.keyboard.press('Escape');
  await expect(newRows(page)).toBeVisible();
  // A tab without messages from other tabs shows its last known state.
  await context.addInitScript(() => {
    BroadcastChannel.prototype.addEventListener = () => {};
  });
  const deaf = await openTab(context);
  await expect(newRows(deaf)).toBeVisible();
  await continueDraft(newRows(page));
  await expectWritten(page, 'Wanted twice', 'But there once');

  await newRows(deaf).getByRole('button', { name: 'Discard' }).click();
  await deaf.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expectToast(deaf, messages.toasts.draftGone.title);
  await expect(newRows(deaf)).toHaveCount(0);
  expect(await draftKeys(page)).toHaveLength(1);
  await write(page, 'Wanted twice', 'But there once, still');
  await expect(page.getByText(messages.draftStored)).toBeVisible();
  await page.reload();
  await expect(newRows(page)).toContainText('But there once, still');

  await test.step('nor continued', async () => {
    const late = await openTab(context);
    await expect(newRows(late)).toBeVisible();
    await continueDraft(newRows(page));
    await expectWritten(page, 'Wanted twice', 'But there once, still');
    await continueDraft(newRows(late));
    await expectToast(late, messages.toasts.draftGone.title);
    await expect(late.getByRole('dialog')).toHaveCount(0);
  });
});

test('Deleting an item in one tab leaves the draft of a form that is open in another', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  await addItem(request, person, { title: 'Doomed', text: 'one two three' });
  await page.goto(kind.path);
  await openForm(page, 'Doomed');
  await write(page, 'Doomed', 'one two three four');
  await expect(page.getByText(messages.draftStored)).toBeVisible();
  const other = await openTab(context);
  await confirmDeletion(other, 'Doomed');
  await expectToast(other, messages.deleted);
  await expectOnServer(request, person, []);
  await crash(page);
  await expectOffered(newRows(other), 'Doomed', 'one two three four');
  await continueDraft(newRows(other));
  await save(other);
  const dialog = other.getByRole('alertdialog', { name: messages.conflict.deletedTitle });
  await dialog.getByRole('button', { name: 'Save as new' }).click();
  await expectOnServer(request, person, [{ title: 'Doomed', text: 'one two three four' }]);
  await expect.poll(() => draftKeys(other)).toEqual([]);
});

test('Without locks, two tabs that continue one draft end up with two drafts, and nothing is overwritten', async ({
  signedIn: page,
  context,
}) => {
  // As on a page without TLS.
  await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'));
  await page.goto(kind.path);
  await openNewForm(page);
  await write(page, 'From A', 'Written in A');
  await expect(page.getByText(messages.draftStored)).toBeVisible();
  const other = await openTab(context);
  await openNewForm(other);
  await expectWritten(other, 'From A', 'Written in A');
  await write(page, 'From A', 'Written in A, and more');
  await expect.poll(() => draftKeys(page)).toHaveLength(2);
  await write(other, 'From A', 'Continued in B');
  await expect(other.getByText(messages.draftStored)).toBeVisible();
  await expect(page.getByText(messages.draftStored)).toBeVisible();
  await page.reload();
  await expect(newRows(page)).toHaveCount(2);
  await expect(newRows(page).filter({ hasText: 'Written in A, and more' })).toBeVisible();
  await expect(newRows(page).filter({ hasText: 'Continued in B' })).toBeVisible();
});

test('Drafts from an earlier version of the app are offered and continued', async ({
  signedIn: page,
  person,
  request,
}) => {
  const item = await addItem(request, person, { title: 'Older', text: 'one two three' });
  await page.goto(kind.path);
  await expect(cardOf(page, 'Older')).toBeVisible();
  const common = { userId: person.user.id, entity: kind.many, isAwaitingPhoto: false };
  await putDrafts(page, [
    {
      ...common,
      id: item.id,
      original: item.record,
      fields: allValuesOf({ title: 'Older', text: 'one two three four' }),
      photo: 'none',
    },
    {
      ...common,
      id: crypto.randomUUID(),
      fields: allValuesOf({ title: 'New', text: 'Never saved' }),
      photo: 'none',
    },
  ]);
  await page.reload();
  await expect(changedRows(page)).toHaveCount(1);
  await continueDraft(newRows(page));
  await saveAndClose(page);
  await openForm(page, 'Older');
  await expectWritten(page, 'Older', 'one two three four');
  await saveAndClose(page);
  await expectOnServer(request, person, [
    { title: 'Older', text: 'one two three four' },
    { title: 'New', text: 'Never saved' },
  ]);
  await expect.poll(() => draftKeys(page)).toEqual([]);
});
