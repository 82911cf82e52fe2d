import type { BrowserContext, Page } from '@playwright/test';
import { draftKeys, expectOutboxEmpty, storedKeys } from '#tests/e2e/items/device.ts';
import { kind, messages, urls } from '#tests/e2e/items/first-kind.ts';
import { test } from '#tests/e2e/items/fixtures.ts';
import {
  addItem,
  cardOf,
  changeItem,
  continueDraft,
  deleteItem,
  draftBar,
  expectNoItems,
  expectWritten,
  itemsOf,
  newButton,
  newRows,
  openForm,
  openNewForm,
  save,
  saveAndClose,
  write,
} from '#tests/e2e/items/helpers.ts';
import { choose, jpeg, preview } from '#tests/e2e/photos/helpers.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { keepToasts } from '#tests/e2e/support/site.ts';
import { changedNotice, expectOnServer } from './helpers.ts';
import { afterRequest, beforeRequest, crashAt, duringTransaction } from './tab-helpers.ts';

const UPLOAD = /\/api\/upload/;

/** Continues the unsaved changes of the item that is read beside the list. */
const continueBeside = (page: Page) =>
  draftBar(page).getByRole('button', { name: 'Continue' }).click();

async function openItems(context: BrowserContext) {
  const page = await context.newPage();
  await page.goto(kind.path);
  await expect(newButton(page)).toBeVisible();
  return page;
}

test('A tab that crashes while an item is saved and sent loses nothing and sends nothing twice', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  await page.goto(kind.path);
  const moments = {
    'in the transaction that saves it': duringTransaction('outbox'),
    ...(kind.photo && {
      'before its photo is uploaded': beforeRequest('POST', UPLOAD),
      'after its photo was uploaded': afterRequest('POST', UPLOAD),
    }),
    'before it is sent': beforeRequest('POST', urls.all),
    'after it was sent': afterRequest('POST', urls.all),
  };
  const expected: { title: string; text: string; photoWidth: number }[] = [];
  for (const [name, moment] of Object.entries(moments))
    await test.step(name, async () => {
      const title = `Item ${expected.length}`;
      const item = { title, text: 'Some words', photoWidth: 40 + expected.length };
      expected.push(item);
      await openNewForm(page);
      await write(page, title, item.text);
      if (kind.photo) await choose(page, await jpeg(item.photoWidth, 30));
      if (kind.photo) await expect(preview(page)).toBeVisible();
      await expect(page.getByText(messages.draftStored)).toBeVisible();
      await crashAt(page, moment, () => save(page));
      page = await openItems(context);
      // Not saved yet: the item is kept as a draft.
      if ((await draftKeys(page)).length > 0) {
        await continueDraft(newRows(page));
        if (kind.photo) await expect(preview(page)).toBeVisible();
        await saveAndClose(page);
      }
      await expect(cardOf(page, title)).toHaveCount(1);
      await expectOutboxEmpty(page);
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
  await addItem(request, person, { title: 'Diary', text: 'one two three' });
  await page.goto(kind.path);
  let other = await openItems(context);
  await openForm(other, 'Diary');
  await write(other, 'Diary', 'one two three FOUR');
  await expect(other.getByText(messages.draftStored)).toBeVisible();
  let words = 'one two three';
  for (const [place, moment] of [
    duringTransaction('outbox'),
    beforeRequest('PUT', urls.one),
    afterRequest('PUT', urls.one),
  ].entries())
    await test.step(`a change, at moment ${place + 1}`, async () => {
      await openForm(page, 'Diary');
      words = `${place} ${words}`;
      await write(page, 'Diary', words);
      await expect(page.getByText(messages.draftStored)).toBeVisible();
      await crashAt(page, moment, () => save(page));
      page = await openItems(context);
      if ((await draftKeys(page)).length > 1) {
        await continueBeside(page);
        await saveAndClose(page);
      }
      await expectOnServer(request, person, [{ title: 'Diary', text: words }]);
      await expectOutboxEmpty(page);
      expect(await draftKeys(page)).toHaveLength(1);
      await expectWritten(other, 'Diary', 'one two three FOUR');
    });

  await test.step('the other tab crashes in the transaction that saves its form', async () => {
    await crashAt(other, duringTransaction('outbox'), () => save(other));
    await continueBeside(page);
    await expectWritten(page, 'Diary', 'one two three FOUR');
    await saveAndClose(page);
    await expectOnServer(request, person, [{ title: 'Diary', text: `${words} FOUR` }]);
  });

  for (const moment of [beforeRequest('DELETE', urls.one), afterRequest('DELETE', urls.one)])
    await test.step('a deletion', async () => {
      const title = `Gone ${(await itemsOf(request, person)).length}`;
      await addItem(request, person, { title });
      await expect(cardOf(page, title)).toBeVisible();
      other = await openItems(context);
      await crashAt(page, moment, () => deleteItem(page, title));
      await expect(cardOf(other, title)).toHaveCount(0);
      await other.reload();
      await expectOnServer(request, person, [{ title: 'Diary' }]);
      page = other;
    });
});

test('A tab that crashes while a deletion is undone leaves the item as it was or deleted, never twice', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  await keepToasts(context);
  await addItem(request, person, { title: 'Harbour', text: 'one two three' });
  await page.goto(kind.path);
  await openForm(page, 'Harbour');
  await write(page, 'Harbour', 'one two three four');
  await page.keyboard.press('Escape');
  await expect(draftBar(page)).toBeVisible();
  const restore = /\/restore/;
  for (const moment of [beforeRequest('POST', restore), afterRequest('POST', restore)])
    await test.step('after the undo was stored, with the draft of the item', async () => {
      await deleteItem(page, 'Harbour');
      await expectOnServer(request, person, []);
      await expect(newRows(page)).toHaveCount(0);
      await crashAt(page, moment, () => page.keyboard.press('Control+z'));
      page = await openItems(context);
      await expectOnServer(request, person, [{ title: 'Harbour', text: 'one two three' }]);
      await expectOutboxEmpty(page);
      await expect(cardOf(page, 'Harbour')).toHaveCount(1);
      await continueBeside(page);
      await expectWritten(page, 'Harbour', 'one two three four');
      await page.keyboard.press('Escape');
    });

  await test.step('before the undo was stored', async () => {
    await deleteItem(page, 'Harbour');
    await expectOnServer(request, person, []);
    await expect.poll(() => storedKeys(page, 'outbox')).toEqual([]);
    await crashAt(page, duringTransaction('outbox'), () => page.keyboard.press('Control+z'));
    page = await openItems(context);
    await expectNoItems(page);
    expect(await storedKeys(page, 'outbox')).toEqual([]);
    expect(await itemsOf(request, person)).toEqual([]);
  });
});

test('A tab that crashes during a decision between two versions either asks again or has decided, and keeps each chosen version once', async ({
  signedIn: page,
  context,
  person,
  request,
}) => {
  const meeting = await addItem(request, person, { title: 'Meeting', text: 'At nine' });
  await page.goto(kind.path);
  const dialog = () => page.getByRole('alertdialog', { name: messages.conflict.changedTitle });
  const kept: string[] = [];
  const undecided = duringTransaction('outbox');
  for (const [place, [choice, moment]] of (
    [
      ['Keep this one', undecided],
      ['Keep this one', afterRequest('PUT', urls.one)],
      ['Keep both', beforeRequest('POST', urls.all)],
      ['Keep both', afterRequest('POST', urls.all)],
    ] as const
  ).entries())
    await test.step(`${choice}, crash ${place + 1}`, async () => {
      const [mine, theirs] = [`Mine ${place}`, `Theirs ${place}`];
      await openForm(page, 'Meeting');
      await changeItem(request, person, meeting, { title: 'Meeting', text: theirs });
      await expect(changedNotice(page)).toBeVisible();
      await write(page, 'Meeting', mine);
      await save(page);
      const decide = () => dialog().getByRole('button', { name: choice }).click();
      await expect(dialog()).toBeVisible();
      await crashAt(page, moment, decide);
      page = await openItems(context);
      if (moment === undecided) {
        await cardOf(page, theirs).getByRole('button', { name: 'Edit' }).click();
        await decide();
      }
      const isBoth = choice === 'Keep both';
      if (isBoth) kept.push(mine);
      const texts = [isBoth ? theirs : mine, ...kept];
      await expect
        .poll(async () => (await itemsOf(request, person)).map(({ text }) => text).sort())
        .toEqual(texts.sort());
      await expectOutboxEmpty(page);
      expect(await draftKeys(page)).toEqual([]);
      for (const item of await itemsOf(request, person))
        if (item.id !== meeting.id)
          await changeItem(request, person, item, { title: 'Kept', text: item.text });
      await expect(cardOf(page, 'Meeting')).toHaveCount(1);
    });
});
