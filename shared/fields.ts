import * as v from 'valibot';
import { fieldRuleMessages as m } from './messages.ts';
import { storable, visible } from './text.ts';

/** How a form edits a field, and how its value is shown. */
export type Field = { label: string; isRequired: boolean } & (
  | { kind: 'text' | 'long-text'; maxCharacters: number }
  | { kind: 'number'; isWhole: boolean }
  /** A day as "2026-11-17", without a time zone. */
  | { kind: 'date' }
  /** The labels by the values that are stored. */
  | { kind: 'select'; options: Readonly<Record<string, string>> }
  | { kind: 'checkbox' }
);

/** A schema that checks requests and forms, with the description from which the form is rendered. */
type FieldSchema<Value> = v.GenericSchema<Value | undefined, Value> & { readonly field: Field };

/** The fields of an item: `v.object({ title: textField('Title', …), … })`. */
export type DescribedFields = v.GenericSchema & {
  readonly entries: Readonly<Record<string, { readonly field: Field }>>;
};

type TextRules = { maxCharacters: number; isRequired?: boolean };

/** Describes a text of one line, without white space around it. It is '' if it is left out. */
export const textField = (label: string, rules: TextRules) =>
  limitedText('text', v.pipe(storable(m.required(label)), v.trim()), label, rules);

/** Describes a text of several lines. It is '' if it is left out. */
export const longTextField = (label: string, rules: TextRules) =>
  limitedText('long-text', storable(m.required(label)), label, rules);

/** Describes a number. It is null if it is left out. */
export function numberField<IsRequired extends boolean = false>(
  label: string,
  rules: { min: number; max: number; isWhole?: boolean; isRequired?: IsRequired },
) {
  const { min, max, isWhole = false } = rules;
  const invalid = m.numberInvalid(label, { min, max, isWhole });
  const limited = v.pipe(v.number(invalid), v.minValue(min, invalid), v.maxValue(max, invalid));
  const schema = isWhole ? v.pipe(limited, v.integer(invalid)) : limited;
  return optional(schema, rules.isRequired, { kind: 'number', label, isWhole });
}

/** Describes a day, "2026-11-17". It is null if it is left out. */
export function dateField<IsRequired extends boolean = false>(
  label: string,
  rules: { isRequired?: IsRequired } = {},
) {
  const invalid = m.dateInvalid(label);
  const schema = v.pipe(
    v.string(m.required(label)),
    v.isoDate(invalid),
    v.check((text) => isDay(text), invalid),
  );
  return optional(schema, rules.isRequired, { kind: 'date', label });
}

/** Describes a choice between options, which are labels by the values that are stored. It is null if it is left out. */
export function selectField<Option extends string, IsRequired extends boolean = false>(
  label: string,
  rules: { options: Readonly<Record<Option, string>>; isRequired?: IsRequired },
) {
  const { options } = rules;
  const schema = v.picklist(Object.keys(options) as Option[], m.optionInvalid(label));
  return optional(schema, rules.isRequired, { kind: 'select', label, options });
}

/** Describes something that is either so or not. It is false if it is left out. */
export const checkboxField = (label: string) =>
  describe<boolean>(v.optional(v.boolean(m.checkboxInvalid(label)), false), {
    kind: 'checkbox',
    label,
    isRequired: false,
  });

function limitedText(
  kind: 'text' | 'long-text',
  text: v.GenericSchema<string, string>,
  label: string,
  { maxCharacters, isRequired = false }: TextRules,
) {
  const limit = v.maxLength<string, number, string>(maxCharacters, m.tooLong(label, maxCharacters));
  const schema = isRequired
    ? v.pipe(text, visible(m.required(label)), limit)
    : v.optional(v.pipe(text, limit), '');
  return describe<string>(schema, { kind, label, isRequired, maxCharacters });
}

type WithoutRequired<Described> = Described extends Field ? Omit<Described, 'isRequired'> : never;

function optional<Value, IsRequired extends boolean>(
  schema: v.GenericSchema<Value, Value>,
  isRequired: IsRequired | undefined,
  field: WithoutRequired<Field>,
) {
  type Stored = IsRequired extends true ? Value : Value | null;
  const described = isRequired ? schema : v.optional(v.nullable(schema), null);
  return describe<Stored>(described, { ...field, isRequired: isRequired === true } as Field);
}

/** Adds the description. The schema is a new one, which nothing else uses. */
const describe = <Value>(schema: v.GenericSchema, field: Field) =>
  Object.assign(schema, { field }) as unknown as FieldSchema<Value>;

function isDay(text: string) {
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
