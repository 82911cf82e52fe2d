import * as v from 'valibot';
import { isDay } from './day.ts';
import { isText } from './described-fields.ts';
import type {
  DateField,
  Field,
  InputOf,
  ItemFields,
  NumberField,
  ReferenceField,
  SelectField,
  TextField,
  ValuesOf,
} from './fields.ts';
import { fieldRuleMessages as m } from './messages.ts';
import { isEmailAddress, isWebAddress, storable, visible, withScheme } from './text.ts';

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

/** Returns the schema of a change. A missing field stays unchanged: older versions of the app lack new fields. */
export const changeSchema = (fields: ItemFields) =>
  v.object(
    mapFields(fields, (field) => {
      const schema = schemaOf(field);
      return field.isRequired ? schema : v.optional(v.unwrap(schema as AnyOptional));
    }),
  );

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
  return field.kind === 'select' ? v.picklist(Object.keys(field.options)) : v.string();
}

/** Tells whether a field may be empty. An empty text is '', an empty checkbox is false. */
export const isNullable = (field: Field) =>
  !field.isRequired && field.kind !== 'checkbox' && !isText(field);

/** Returns the schema of a field. A field that is not required has a default. */
function schemaOf(field: Field): v.GenericSchema {
  if (field.kind === 'checkbox')
    return v.optional(v.boolean(m.checkboxInvalid(field.label)), false);
  if (isText(field)) return textSchema(field);
  const schema = valueSchema(field);
  return field.isRequired ? schema : v.optional(v.nullable(schema), null);
}

function textSchema({ kind, label, maxCharacters, isRequired }: TextField) {
  const { clean, accepts, invalid } = TEXT_RULES[kind];
  const text = v.pipe(storable(m.required(label)), v.transform(clean));
  const limit = v.maxLength<string, number, string>(maxCharacters, m.tooLong(label, maxCharacters));
  const form = v.check<string, string>((value) => value === '' || accepts(value), invalid(label));
  return isRequired
    ? v.pipe(text, visible(m.required(label)), limit, form)
    : v.optional(v.pipe(text, limit, form), '');
}

const trim = (text: string) => text.trim();

/** How a text is stored, and what it must look like if it is not empty. */
const TEXT_RULES = {
  text: { clean: trim, accepts: () => true, invalid: m.required },
  'long-text': { clean: (text: string) => text, accepts: () => true, invalid: m.required },
  email: { clean: trim, accepts: isEmailAddress, invalid: m.emailInvalid },
  'web-address': {
    clean: (text: string) => withScheme(trim(text)),
    accepts: isWebAddress,
    invalid: m.webAddressInvalid,
  },
};

function valueSchema(
  field: NumberField | DateField | SelectField | ReferenceField,
): v.GenericSchema {
  if (field.kind === 'number') return numberSchema(field);
  if (field.kind === 'select')
    return v.picklist(
      Object.keys(field.options),
      unlessMissing(field, m.optionInvalid(field.label)),
    );
  if (field.kind === 'reference') {
    const invalid = unlessMissing(field, m.referenceInvalid(field.label));
    return v.pipe(v.string(invalid), v.uuid(invalid), v.toLowerCase());
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
