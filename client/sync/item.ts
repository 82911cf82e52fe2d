import type { ItemKind } from '#shared/items.ts';

/** An item of any kind. The values of its fields are read by their names. */
export type Item = {
  id: string;
  /** Counts the changes on the server. 0 for an item that the server does not know yet. */
  version: number;
  created_at: string;
  updated_at: string;
  photo_path?: string | null;
  [field: string]: unknown;
};

/** The values that a form edits, by the name of the field. */
export type FieldValues = Record<string, unknown>;

export const fieldNames = ({ fields }: ItemKind) => Object.keys(fields);

/** Returns the values of the item that a form edits. */
export const fieldsOf = (kind: ItemKind, item: FieldValues): FieldValues =>
  Object.fromEntries(fieldNames(kind).map((name) => [name, item[name]]));

/** Compares the fields of the form. A missing field equals an empty one, also an unchecked box. */
export const haveSameFields = (kind: ItemKind, a: FieldValues, b: FieldValues) =>
  fieldNames(kind).every((name) => filled(a[name]) === filled(b[name]));

const filled = (value: unknown) => (value === false ? '' : (value ?? ''));
