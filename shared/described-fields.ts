import type { Field, ItemFields, ReferenceField, TextField } from './fields.ts';

export type NamedField = Field & { name: string };

/** Returns the fields in the order of the form. */
export const fieldsIn = ({ fields }: { fields: ItemFields }): NamedField[] =>
  Object.entries(fields).map(([name, field]) => ({ ...field, name }));

/** Returns the field that is the title of an item: the first one. */
export const titleFieldIn = (items: { fields: ItemFields }) => fieldsIn(items)[0];

/** Tells whether the value of a field is a text, which is '' if missing. */
export const isText = (field: Field): field is TextField => 'maxCharacters' in field;

export const firstOfKind = (items: { fields: ItemFields }, kind: Field['kind']) =>
  fieldsIn(items).find((field) => field.kind === kind);

/** Returns the fields that refer to other items. */
export const referencesIn = (items: { fields: ItemFields }) =>
  fieldsIn(items).filter(
    (field): field is ReferenceField & { name: string } => field.kind === 'reference',
  );
