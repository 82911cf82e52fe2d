/**
 * A field of a kind of item, as plain data. The schemas that check it (`field-schemas.ts`), the form, the reading view
 * and the conflict dialog are derived from it.
 */
export type Field = TextField | NumberField | DateField | SelectField | CheckboxField;

/** The fields of a kind of item, by name. The first is the title. */
export type ItemFields = Readonly<Record<string, Field>>;

type Common<IsRequired> = { label: string; isRequired: IsRequired };

export type TextField<IsRequired = boolean> = Common<IsRequired> & {
  kind: 'text' | 'long-text';
  maxCharacters: number;
};
export type NumberField<IsRequired = boolean> = Common<IsRequired> & {
  kind: 'number';
  min: number;
  max: number;
  isWhole: boolean;
};
/** A date such as "2026-11-17", without a time zone. */
export type DateField<IsRequired = boolean> = Common<IsRequired> & { kind: 'date' };
/**
 * `options` are the labels by stored value. Other values are shown as `otherLabel`, or as they are. `isReference`: the
 * values are ids of other items on the device, and the screen sets the options.
 */
export type SelectField<
  Option extends string = string,
  IsRequired = boolean,
> = Common<IsRequired> & {
  kind: 'select';
  options: Readonly<Record<Option, string>>;
  otherLabel?: string;
  isReference?: true;
};
export type CheckboxField = Common<false> & { kind: 'checkbox' };

type TextRules<IsRequired> = { maxCharacters: number; isRequired?: IsRequired };

/** Describes a single-line text, which is trimmed. It is '' if missing. */
export function textField<IsRequired extends boolean = false>(
  label: string,
  { maxCharacters, isRequired = false as IsRequired }: TextRules<IsRequired>,
): TextField<NoInfer<IsRequired>> {
  return { kind: 'text', label, maxCharacters, isRequired };
}

/** Describes a text of several lines. It is '' if missing. */
export function longTextField<IsRequired extends boolean = false>(
  label: string,
  { maxCharacters, isRequired = false as IsRequired }: TextRules<IsRequired>,
): TextField<NoInfer<IsRequired>> {
  return { kind: 'long-text', label, maxCharacters, isRequired };
}

/** Describes a number. It is null if missing. */
export function numberField<IsRequired extends boolean = false>(
  label: string,
  {
    min,
    max,
    isWhole = false,
    isRequired = false as IsRequired,
  }: { min: number; max: number; isWhole?: boolean; isRequired?: IsRequired },
): NumberField<NoInfer<IsRequired>> {
  return { kind: 'number', label, min, max, isWhole, isRequired };
}

/** Describes a date such as "2026-11-17". It is null if missing. */
export function dateField<IsRequired extends boolean = false>(
  label: string,
  { isRequired = false as IsRequired }: { isRequired?: IsRequired } = {},
): DateField<NoInfer<IsRequired>> {
  return { kind: 'date', label, isRequired };
}

/** Describes a choice between options, which are labels by stored value. It is null if missing. */
export function selectField<Option extends string, IsRequired extends boolean = false>(
  label: string,
  {
    options,
    isRequired = false as IsRequired,
  }: { options: Readonly<Record<Option, string>>; isRequired?: IsRequired },
): SelectField<NoInfer<Option>, NoInfer<IsRequired>> {
  return { kind: 'select', label, options, isRequired };
}

/**
 * Describes the id of another item, chosen from the items on the device: the screen sets the options. It is null if
 * missing.
 */
export function referenceField(label: string): SelectField<string, false> {
  return { kind: 'select', label, options: {}, isReference: true, isRequired: false };
}

/** Describes a yes/no value. It is false if missing. */
export function checkboxField(label: string): CheckboxField {
  return { kind: 'checkbox', label, isRequired: false };
}

/** The value of a field in an item. */
export type ValueOf<F extends Field> = F extends CheckboxField
  ? boolean
  : F extends TextField
    ? string
    : BasicValueOf<F> | (F['isRequired'] extends true ? never : null);

type BasicValueOf<F extends Field> = F extends NumberField
  ? number
  : F extends SelectField<infer Option>
    ? Option
    : string;

/** The values of fields in an item. */
export type ValuesOf<Fields extends ItemFields> = {
  -readonly [Name in keyof Fields]: ValueOf<Fields[Name]>;
};

/** The values of fields in a request, which may omit those that are not required. */
export type InputOf<Fields extends ItemFields> = {
  -readonly [Name in keyof Fields as Fields[Name]['isRequired'] extends true
    ? Name
    : never]: ValueOf<Fields[Name]>;
} & {
  -readonly [Name in keyof Fields as Fields[Name]['isRequired'] extends true ? never : Name]?:
    | ValueOf<Fields[Name]>
    | undefined;
};
