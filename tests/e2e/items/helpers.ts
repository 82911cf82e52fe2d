import type { APIRequestContext, Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { fieldsIn } from '#shared/described-fields.ts';
import { expect } from '#tests/e2e/support/fixtures.ts';
import { expectToast } from '#tests/e2e/support/site.ts';
import type { TestPerson } from '#tests/support/test-people.ts';
import {
  kind,
  longTextField,
  messages,
  titleField,
  titleIn,
  valuesOf,
  type Words,
  wordsIn,
} from './first-kind.ts';
import { controlOf, expectField, fillField } from './item-form.ts';
import { reader } from './reader.ts';

export const bearer = ({ token }: TestPerson) => ({ Authorization: `Bearer ${token}` });

/** An item on the server. */
export type ServerItem = Words & {
  id: string;
  photo_path: string | null | undefined;
  created_at: string;
  updated_at: string;
  version: number;
  /** The item as it was sent. */
  record: Record<string, unknown>;
};

export async function addItem(
  request: APIRequestContext,
  person: TestPerson,
  { photo_path, ...words }: Words & { photo_path?: string | undefined },
): Promise<ServerItem> {
  const data = { ...valuesOf(words), ...(kind.photo && { photo_path }) };
  const response = await request.post(kind.list.path, { data, headers: bearer(person) });
  return readItem((await response.json())[kind.one]);
}

export async function itemsOf(
  request: APIRequestContext,
  person: TestPerson,
): Promise<ServerItem[]> {
  const response = await request.get(kind.list.path, { headers: bearer(person) });
  return (await response.json())[kind.many].map(readItem);
}

/** Changes an item from another device. */
export const changeItem = (
  request: APIRequestContext,
  person: TestPerson,
  { id }: { id: string },
  words: Words,
) => request.put(`${kind.list.path}/${id}`, { data: valuesOf(words), headers: bearer(person) });

/** Deletes an item from another device: the given version, or any version. */
export const deleteElsewhere = (
  request: APIRequestContext,
  person: TestPerson,
  { id }: { id: string },
  version?: number,
) =>
  request.delete(`${kind.list.path}/${id}${version ? `?version=${version}` : ''}`, {
    headers: bearer(person),
  });

/** Uploads a photo. Returns its path, or undefined if items have no photos. */
export async function addPhoto(
  request: APIRequestContext,
  person: TestPerson,
): Promise<string | undefined> {
  if (!kind.photo) return undefined;
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await picture(800, 600) };
  const response = await request.post('/api/upload', {
    multipart: { file },
    headers: bearer(person),
  });
  return (await response.json()).filePath;
}

export const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#4f7cff' } })
    .jpeg()
    .toBuffer();

/** Finds the rendered cards. A long list renders only the cards near the visible area. */
export const cardsOf = (page: Page): Locator =>
  page.getByRole('list', { name: messages.heading }).getByRole('listitem');

export const cardOf = (page: Page, title: string): Locator =>
  cardsOf(page).filter({ hasText: title });

export const titlesOf = (page: Page) => page.locator('.item-title');

/** Expects these titles on the rendered cards, in this order. */
export const expectTitles = (page: Page, titles: string[]) =>
  expect.poll(async () => (await titlesOf(page).allInnerTexts()).map(titleIn)).toEqual(titles);

export const newButton = (page: Page) => page.getByRole('button', { name: messages.add });

/** Finds the rows of drafts whose items are not in the list. */
export const newRows = (page: Page) =>
  page.getByRole('region', { name: `${messages.unsavedChanges}:` });

/** Finds the rows of items with unsaved changes. */
export const changedRows = (page: Page) =>
  cardsOf(page).filter({ hasText: messages.unsavedChanges });

/** Finds the bar of the reader that offers to continue unsaved changes. */
export const draftBar = (page: Page) =>
  page.getByRole('region', { name: messages.unsavedChanges, exact: true });

/** Continues the draft of a row. */
export const continueDraft = (row: Locator) => row.getByRole('heading').getByRole('button').click();

/** Expects the words of a draft in its row. */
export async function expectOffered(row: Locator, title: string, text: string) {
  await expect(row).toContainText(title);
  await expect(row).toContainText(text);
}

export const unsentNotice = (page: Page): Locator =>
  page.getByRole('status').filter({ hasText: /not sent yet:/ });

/** Finds the link to the items in a menu. */
export const linkToItems = (page: Page, menu: 'Main' | 'Bottom') =>
  page.getByRole('navigation', { name: menu }).locator(`a[href="${kind.path}"]`);

/** Goes to the items with the link in the header. */
export const followLinkToItems = (page: Page) => linkToItems(page, 'Main').click();

/** Expects that the list is loaded and has no items. */
export const expectNoItems = (page: Page) =>
  expect(page.locator('.items[data-empty] .item-message h2')).toBeVisible();

/** Opens the form of a new item once the list has loaded, because the button may move until then. */
export async function openNewForm(page: Page) {
  await expect(page.getByText(messages.loading)).toHaveCount(0);
  await newButton(page).click();
  await expect(page.getByRole('dialog', { name: messages.add })).toBeVisible();
}

/** Presses Edit or Delete of an item: on its card, or if that shows no buttons, where the item is read. */
async function pressOf(page: Page, title: string, name: 'Edit' | 'Delete') {
  const card = cardOf(page, title);
  const onCard = card.getByRole('button', { name });
  // Not in one that is leaving.
  const back = page.locator('.pane[data-open]').getByRole('button', { name: 'Back to the list' });
  if (await back.isVisible()) await back.click();
  await expect(card).toHaveCount(1);
  if ((await onCard.count()) > 0) return onCard.click();
  await card.getByRole('link').click();
  await reader(page).getByRole('button', { name, exact: true }).click();
}

export async function openForm(page: Page, title: string) {
  await pressOf(page, title, 'Edit');
  await expect(page.getByRole('dialog', { name: messages.edit })).toBeVisible();
}

export const titleInput = (page: Page) => controlOf(page, titleField);

/** Finds the field of the text, or the title field if items have no long text. */
export const textInput = (page: Page) => controlOf(page, longTextField ?? titleField);

/** Fills in the form: title, text and other required fields. */
export async function write(page: Page, title: string, text?: string) {
  const values = valuesOf({ title, text });
  for (const field of fieldsIn(kind))
    if (field.name in values) await fillField(page, field, values[field.name]);
}

/** Clears every field of the form. */
export async function clearForm(page: Page) {
  for (const field of fieldsIn(kind)) await fillField(page, field, undefined);
}

/** Expects the values that `write` has filled in. */
export async function expectWritten(page: Page, title: string, text?: string) {
  const values = valuesOf({ title, text });
  for (const field of fieldsIn(kind))
    if (field.name in values) await expectField(page, field, values[field.name]);
}

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

export async function saveAndClose(page: Page) {
  await save(page);
  await expect(titleInput(page)).toBeHidden();
}

/** Changes the text of an item. */
export async function editText(page: Page, title: string, text: string) {
  await openForm(page, title);
  await write(page, title, text);
  await saveAndClose(page);
}

/** Presses Delete and confirms it. */
export async function confirmDeletion(page: Page, title: string) {
  await pressOf(page, title, 'Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
}

export async function deleteItem(page: Page, title: string) {
  await confirmDeletion(page, title);
  await expectToast(page, messages.deleted);
  await expect(cardOf(page, title)).toHaveCount(0);
}

type ItemRecord = Record<string, unknown> & Omit<ServerItem, keyof Words | 'record'>;

function readItem(record: ItemRecord): ServerItem {
  const { id, photo_path, created_at, updated_at, version } = record;
  return { ...wordsIn(record), id, photo_path, created_at, updated_at, version, record };
}
