import type { DescribedFields, Field } from './fields.ts';

export type NamedField = Field & { name: string };

type WithFields = { readonly fields: DescribedFields };

/** Returns the fields of items in the order of the form. */
export const fieldsIn = ({ fields }: WithFields): NamedField[] =>
  Object.entries(fields.entries).map(([name, { field }]) => ({ ...field, name }));

/** Returns the field that is the title of an item: the first one. */
export const titleFieldIn = (items: WithFields) => fieldsIn(items)[0];

export const firstOfKind = (items: WithFields, kind: Field['kind']) =>
  fieldsIn(items).find((field) => field.kind === kind);
