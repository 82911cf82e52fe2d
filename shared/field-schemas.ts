import * as v from 'valibot';
import { isDay } from './day.ts';
import type {
  DateField,
  Field,
  InputOf,
  ItemFields,
  NumberField,
  SelectField,
  TextField,
  ValuesOf,
} from './fields.ts';
import { fieldRuleMessages as m } from './messages.ts';
import { storable, visible } from './text.ts';

/** The schema of a form, or of the part of a request that contains its values. */
type FieldsSchema<Fields extends ItemFields = ItemFields> = v.GenericSchema<
  InputOf<Fields>,
  ValuesOf<Fields>
> & { readonly entries: v.ObjectEntries };

const schemas = new WeakMap<ItemFields, FieldsSchema>();

/** Returns the schema that checks the values of fields. Creates it once. */
export function fieldsSchema<Fields extends ItemFields>(fields: Fields) {
  let schema = schemas.get(fields);
  if (!schema) {
    schema = v.object(mapFields(fields, schemaOf)) as unknown as FieldsSchema;
    schemas.set(fields, schema);
  }
  return schema as FieldsSchema<Fields>;
}

/** Returns the schemas of a change. A missing field stays unchanged: older versions of the app lack new fields. */
export const changeEntries = (fields: ItemFields): v.ObjectEntries =>
  mapFields(fields, (field) => {
    const schema = schemaOf(field);
    return field.isRequired ? schema : v.optional(v.unwrap(schema as AnyOptional));
  });

type AnyOptional = v.OptionalSchema<v.GenericSchema, unknown>;

/** Returns the schemas of values in responses. */
export const responseEntries = (fields: ItemFields): v.ObjectEntries =>
  mapFields(fields, (field) => {
    const schema = responseSchema(field);
    return isNullable(field) ? v.nullable(schema) : schema;
  });

const mapFields = (fields: ItemFields, map: (field: Field) => v.GenericSchema) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field)]));

function responseSchema(field: Field): v.GenericSchema {
  if (field.kind === 'number') return v.number();
  if (field.kind === 'checkbox') return v.boolean();
  return field.kind === 'select' && !field.isReference
    ? v.picklist(Object.keys(field.options))
    : v.string();
}

/** Tells whether a field may be empty. An empty text is '', an empty checkbox is false. */
export const isNullable = ({ kind, isRequired }: Field) =>
  !isRequired && (kind === 'number' || kind === 'date' || kind === 'select');

/** Returns the schema of a field. A field that is not required has a default. */
function schemaOf(field: Field): v.GenericSchema {
  switch (field.kind) {
    case 'checkbox':
      return v.optional(v.boolean(m.checkboxInvalid(field.label)), false);
    case 'text':
    case 'long-text':
      return textSchema(field);
    default: {
      const schema = valueSchema(field);
      return field.isRequired ? schema : v.optional(v.nullable(schema), null);
    }
  }
}

function textSchema({ kind, label, maxCharacters, isRequired }: TextField) {
  const storableText = storable(m.required(label));
  const text = kind === 'text' ? v.pipe(storableText, v.trim()) : storableText;
  const limit = v.maxLength<string, number, string>(maxCharacters, m.tooLong(label, maxCharacters));
  return isRequired
    ? v.pipe(text, visible(m.required(label)), limit)
    : v.optional(v.pipe(text, limit), '');
}

function valueSchema(field: NumberField | DateField | SelectField): v.GenericSchema {
  if (field.kind === 'number') return numberSchema(field);
  if (field.kind === 'select') {
    const invalid = unlessMissing(field, m.optionInvalid(field.label));
    if (field.isReference) return v.pipe(v.string(invalid), v.uuid(invalid), v.toLowerCase());
    return v.picklist(Object.keys(field.options), invalid);
  }
  const invalid = unlessMissing(field, m.dateInvalid(field.label));
  return v.pipe(v.string(invalid), v.isoDate(invalid), v.check(isDay, invalid));
}

function numberSchema(field: NumberField) {
  const { label, min, max, isWhole } = field;
  const invalid = m.numberInvalid(label, { min, max, isWhole });
  const limited = v.pipe(
    v.number(unlessMissing(field, invalid)),
    v.minValue(min, invalid),
    v.maxValue(max, invalid),
  );
  return isWhole ? v.pipe(limited, v.integer(invalid)) : limited;
}

/** Returns the message for an invalid value, or for a missing one that is required. */
const unlessMissing =
  ({ label, isRequired }: Field, invalid: string) =>
  ({ input }: { input: unknown }) =>
    isRequired && (input === undefined || input === null || input === '')
      ? m.required(label)
      : invalid;
