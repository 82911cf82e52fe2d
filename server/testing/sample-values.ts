import type { Field, ReferenceField } from '#shared/fields.ts';
import type { ItemKind } from '#shared/items.ts';

/** Returns a valid value for every field of a kind of item, except references. */
export const completeValues = (kind: ItemKind) => valuesOf(kind, () => true);

/** Returns a valid value for the fields that a kind of item requires, except references. */
export const requiredValues = (kind: ItemKind) => valuesOf(kind, ({ isRequired }) => isRequired);

const valuesOf = ({ fields }: ItemKind, isIncluded: (field: Field) => boolean) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind !== 'reference' && isIncluded(field) ? [[name, sampleOf(field)]] : [],
    ),
  );

function sampleOf(field: Exclude<Field, ReferenceField>) {
  switch (field.kind) {
    case 'number':
      return field.isWhole ? Math.floor(field.max) : field.max;
    case 'date':
      return '2026-11-17';
    case 'select':
      return Object.keys(field.options)[0] ?? null;
    case 'checkbox':
      return true;
    case 'email':
      return 'somebody@example.com';
    case 'web-address':
      return 'https://example.com/page?a=b#c';
    default:
      return 'x'.repeat(Math.min(field.maxCharacters, 10));
  }
}
