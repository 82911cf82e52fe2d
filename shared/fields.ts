import * as v from 'valibot';
import { isDay } from './day.ts';
import { fieldRuleMessages as m } from './messages.ts';
import { storable, visible } from './text.ts';

/** How a form edits a field, and how its value is shown. */
export type Field = { label: string; isRequired: boolean } & (
  | { kind: 'text' | 'long-text'; maxCharacters: number }
  | { kind: 'number'; isWhole: boolean }
  /** A day as "2026-11-17", without a time zone. */
  | { kind: 'date' }
  /** The labels by the values that are stored. Other values have `otherLabel`, or are shown as they are. */
  | { kind: 'select'; options: Readonly<Record<string, string>>; otherLabel?: string }
  | { kind: 'checkbox' }
);

/** A schema that checks requests and forms, with the description from which the form is rendered. */
type FieldSchema<Schema extends v.GenericSchema = v.GenericSchema> = Schema & {
  readonly field: Field;
};

export type FieldEntries = Readonly<Record<string, FieldSchema>>;

/** The fields of an item: `v.object({ title: textField('Title', …), … })`. */
export type DescribedFields = v.GenericSchema & { readonly entries: FieldEntries };

type TextRules = { maxCharacters: number; isRequired?: boolean };
type RequiredText = { isRequired: true };

/** Describes a text of one line, without white space around it. It is '' if it is left out. */
/* @__NO_SIDE_EFFECTS__ */
export function textField<const Rules extends TextRules>(label: string, rules: Rules) {
  const text = v.pipe(storable(m.required(label)), v.trim());
  return limitedText<Rules>('text', text, label, rules);
}

/** Describes a text of several lines. It is '' if it is left out. */
/* @__NO_SIDE_EFFECTS__ */
export function longTextField<const Rules extends TextRules>(label: string, rules: Rules) {
  return limitedText<Rules>('long-text', storable(m.required(label)), label, rules);
}

/** Describes a number. It is null if it is left out. */
/* @__NO_SIDE_EFFECTS__ */
export function numberField<IsRequired extends boolean = false>(
  label: string,
  rules: { min: number; max: number; isWhole?: boolean; isRequired?: IsRequired },
) {
  const { min, max, isWhole = false } = rules;
  const invalid = m.numberInvalid(label, { min, max, isWhole });
  const limited = v.pipe(
    v.number(unlessMissing(label, invalid, rules)),
    v.minValue(min, invalid),
    v.maxValue(max, invalid),
  );
  const schema = isWhole ? v.pipe(limited, v.integer(invalid)) : limited;
  return optional<number, IsRequired>(schema, rules, { kind: 'number', label, isWhole });
}

/** Describes a day, "2026-11-17". It is null if it is left out. */
/* @__NO_SIDE_EFFECTS__ */
export function dateField<IsRequired extends boolean = false>(
  label: string,
  rules: { isRequired?: IsRequired } = {},
) {
  const invalid = unlessMissing(label, m.dateInvalid(label), rules);
  const schema = v.pipe(v.string(invalid), v.isoDate(invalid), v.check(isDay, invalid));
  return optional<string, IsRequired>(schema, rules, { kind: 'date', label });
}

/** Describes a choice between options, which are labels by the values that are stored. It is null if it is left out. */
/* @__NO_SIDE_EFFECTS__ */
export function selectField<Option extends string, IsRequired extends boolean = false>(
  label: string,
  rules: { options: Readonly<Record<Option, string>>; isRequired?: IsRequired },
) {
  const { options } = rules;
  const invalid = unlessMissing(label, m.optionInvalid(label), rules);
  const schema = v.picklist(Object.keys(options) as Option[], invalid);
  return optional<Option, IsRequired>(schema, rules, { kind: 'select', label, options });
}

/** Describes a yes/no value. It is false if it is left out. */
/* @__NO_SIDE_EFFECTS__ */
export function checkboxField(label: string) {
  const schema = v.optional(v.boolean(m.checkboxInvalid(label)), false);
  return describe<v.OptionalSchema<v.GenericSchema<boolean>, false>>(schema, {
    kind: 'checkbox',
    label,
    isRequired: false,
  });
}

function limitedText<Rules extends TextRules>(
  kind: 'text' | 'long-text',
  text: v.GenericSchema<string, string>,
  label: string,
  { maxCharacters, isRequired = false }: TextRules,
) {
  type Text = v.GenericSchema<string>;
  const limit = v.maxLength<string, number, string>(maxCharacters, m.tooLong(label, maxCharacters));
  const schema = isRequired
    ? v.pipe(text, visible(m.required(label)), limit)
    : v.optional(v.pipe(text, limit), '');
  return describe<Rules extends RequiredText ? Text : v.OptionalSchema<Text, ''>>(schema, {
    kind,
    label,
    isRequired,
    maxCharacters,
  });
}

type WithoutRequired<Described> = Described extends Field ? Omit<Described, 'isRequired'> : never;

function optional<Value, IsRequired extends boolean>(
  schema: v.GenericSchema<Value, Value>,
  { isRequired = false }: { isRequired?: boolean },
  field: WithoutRequired<Field>,
) {
  type Required = v.GenericSchema<Value>;
  type Optional = v.OptionalSchema<v.NullableSchema<Required, undefined>, null>;
  return describe<IsRequired extends true ? Required : Optional>(
    isRequired ? schema : v.optional(v.nullable(schema), null),
    { ...field, isRequired } as Field,
  );
}

/** Adds the description. The schema is a new one, which nothing else uses. */
const describe = <Schema extends v.GenericSchema>(schema: v.GenericSchema, field: Field) =>
  Object.assign(schema, { field }) as unknown as FieldSchema<Schema>;

/** Returns the message for a wrong value, which is another one if a required value is missing. */
const unlessMissing =
  (label: string, invalid: string, { isRequired = false }: { isRequired?: boolean }) =>
  ({ input }: { input: unknown }) =>
    isRequired && (input === undefined || input === null || input === '')
      ? m.required(label)
      : invalid;
