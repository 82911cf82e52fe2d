import { itemMessages } from '#client/items/item-messages.ts';
import { featureManifests, itemKinds } from '#features/contract.ts';
import {
  fieldsIn,
  firstOfKind,
  isText,
  type NamedField,
  titleFieldIn,
} from '#shared/described-fields.ts';
import { textField } from '#shared/fields.ts';
import { defineItems, type ItemKind } from '#shared/items.ts';
import { sampleOf } from './item-form.ts';

const [first]: readonly ItemKind[] = itemKinds;

/**
 * Whether the app has any kind. A product without features has none, and `test` from fixtures.ts skips the item tests.
 */
export const hasKind = first !== undefined;

/** The app's first kind. The tests of everything that kinds have in common use it. */
export const kind: ItemKind =
  first ??
  defineItems({
    one: 'item',
    many: 'items',
    fields: { title: textField('Title', { maxCharacters: 100, isRequired: true }) },
  });

/** The texts of its screen, without the sentences that the feature replaces. */
export const messages = itemMessages(kind);

/** The addresses of requests about all items and about one item, for `page.route`. */
export const urls = { all: `**${kind.list.path}`, one: `**${kind.list.path}/*` };

export const itemUrl = ({ id }: { id: string }) => `${kind.path}?${kind.one}=${id}`;

export const isShareTarget = featureManifests.some(
  ({ shareTarget }) => shareTarget?.path === kind.path,
);

/** Reasons to skip a test. */
export const NO_KIND = 'The app has no kind of item';
export const NO_PHOTO = 'The first kind of item has no photo';
export const NO_LONG_TEXT = 'The first kind of item has no long text';
export const NO_SHARE_TARGET = 'The first kind of item receives nothing from other apps';

const title = titleFieldIn(kind);
if (title?.kind !== 'text') throw new Error(`The title of ${kind.many} is no text`);
export const titleField = title;
export const longTextField = firstOfKind(kind, 'long-text');

/**
 * The words that a test writes into an item. The text goes into its first long text. Items without a long text get both
 * in their title: "Harbour: Boats at noon".
 */
export type Words = { title: string; text?: string | undefined };

const SOME_TEXT = 'Some content';
const SEPARATOR = ': ';

/** Returns the title of an item with these words. */
export const titleWith = (title: string, text = '') =>
  longTextField || text === '' ? title : title + SEPARATOR + text;

/** Returns the values of an item with these words, and sample values for other required fields. */
export function valuesOf({ title, text }: Words): Record<string, unknown> {
  const required = fieldsIn(kind).filter(({ isRequired }) => isRequired);
  return {
    ...Object.fromEntries(required.map((field) => [field.name, sampleOf(field)])),
    [titleField.name]: titleWith(title, text),
    ...(longTextField && { [longTextField.name]: text ?? SOME_TEXT }),
  };
}

/** Returns the values of every field of an item with these words. */
export const allValuesOf = (words: Words): Record<string, unknown> => ({
  ...Object.fromEntries(fieldsIn(kind).map((field) => [field.name, emptyValue(field)])),
  ...valuesOf(words),
});

/** Returns the words in the values of an item. */
export function wordsIn(values: Record<string, unknown>): Words {
  const title = String(values[titleField.name]);
  if (longTextField) return { title, text: String(values[longTextField.name]) };
  const end = title.indexOf(SEPARATOR);
  return end < 0
    ? { title }
    : { title: title.slice(0, end), text: title.slice(end + SEPARATOR.length) };
}

/** Returns the words that a test has written as the title, from a shown title. */
export const titleIn = (shown: string) => wordsIn({ [titleField.name]: shown }).title;

function emptyValue(field: NamedField) {
  if (field.kind === 'checkbox') return false;
  return isText(field) ? '' : null;
}
