import type { TableMetadata } from 'kysely';
import { isNullable } from '#shared/field-schemas.ts';
import type { Field } from '#shared/fields.ts';
import type { ItemKind } from '#shared/items.ts';

/** The types of columns on both engines, by kind of field. */
const TYPES: Record<Field['kind'], string[]> = {
  text: ['text'],
  'long-text': ['text'],
  email: ['text'],
  'web-address': ['text'],
  date: ['text'],
  select: ['text'],
  reference: ['text'],
  checkbox: ['integer', 'int4'],
  number: ['double precision', 'float8'],
};

/** The columns that every table of items has. */
const COMMON = ['id', 'user_id', 'version', 'created_at', 'updated_at', 'seq'];

/** Compares a table with the definition of its items. Returns descriptions of the differences. */
export function compareTable({ many, fields, photo }: ItemKind, table: TableMetadata | undefined) {
  if (!table) return [`there is no table ${many}: a migration must create it`];
  const problems: string[] = [];
  for (const name of COMMON) if (!columnOf(name)) problems.push(`${many}.${name} is missing`);
  for (const [name, field] of Object.entries(fields))
    compare(name, TYPES[field.kind], isNullable(field));
  if (photo) compare('photo_path', ['text'], true);
  const known = [...COMMON, ...Object.keys(fields), ...(photo ? ['photo_path'] : [])];
  for (const { name, isNullable, hasDefaultValue } of table.columns)
    if (!known.includes(name) && !isNullable && !hasDefaultValue)
      problems.push(
        `${many}.${name} is no field, so a new row has no value for it: it needs a default, or may be null`,
      );
  return problems;

  function compare(name: string, types: string[], mayBeNull: boolean) {
    const column = columnOf(name);
    if (!column) problems.push(`${many}.${name} is missing: add it in a new migration`);
    else if (!types.includes(column.dataType.toLowerCase()))
      problems.push(
        `${many}.${name} has the type ${column.dataType.toLowerCase()} instead of ${types[0]}`,
      );
    else if (column.isNullable !== mayBeNull)
      problems.push(
        mayBeNull
          ? `${many}.${name} must not be null, but its field is not required`
          : `${many}.${name} may be null, but its field always has a value`,
      );
  }

  function columnOf(name: string) {
    return table?.columns.find((column) => column.name === name);
  }
}
