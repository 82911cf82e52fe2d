import type { ItemKind } from '#shared/items.ts';

/** An item of any kind. Field values are read by field name. */
export type Item = {
  id: string;
  /** The number of changes on the server. 0 for an item that the server does not have yet. */
  version: number;
  created_at: string;
  updated_at: string;
  photo_path?: string | null;
  [field: string]: unknown;
};

/** The values that a form edits, by field name. */
export type FieldValues = Record<string, unknown>;

export const fieldNames = ({ fields }: ItemKind) => Object.keys(fields);

/** Returns the item's values that a form edits, without fields that were added after it was stored. */
export const fieldsOf = (kind: ItemKind, item: FieldValues): FieldValues =>
  Object.fromEntries(
    fieldNames(kind)
      .filter((name) => item[name] !== undefined)
      .map((name) => [name, item[name]]),
  );

/** Compares the form's fields. A missing field equals an empty field or an unchecked box. */
export const haveSameFields = (kind: ItemKind, a: FieldValues, b: FieldValues) =>
  fieldNames(kind).every((name) => filled(a[name]) === filled(b[name]));

/** Returns a function that compares items by a date, like the server. */
export const newestBy = (date: 'created_at' | 'updated_at') => (a: Item, b: Item) =>
  compare(b[date], a[date]) || compare(b.id, a.id);

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

const filled = (value: unknown) => (value === false ? '' : (value ?? ''));
