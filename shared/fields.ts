// Imports nothing: every page loads this file, and the build would put what it imports into the same chunk.

/** As long as an address of an account may be. */
const EMAIL_MAX_CHARACTERS = 254;
const WEB_ADDRESS_MAX_CHARACTERS = 2000;

/**
 * A field of a kind of item, as plain data. The schemas that check it (`field-schemas.ts`), the form, the reading view
 * and the conflict dialog are derived from it.
 */
export type Field =
  | TextField
  | NumberField
  | DateField
  | SelectField
  | ReferenceField
  | CheckboxField;

/** The fields of a kind of item, by name. The first is the title. */
export type ItemFields = Readonly<Record<string, Field>>;

type Common<IsRequired> = { label: string; isRequired: IsRequired };

export type TextField<IsRequired = boolean> = Common<IsRequired> & {
  kind: 'text' | 'long-text' | 'email' | 'web-address';
  maxCharacters: number;
};
export type NumberField<IsRequired = boolean> = Common<IsRequired> & {
  kind: 'number';
  min: number;
  max: number;
  isWhole: boolean;
  /** What the number counts, such as "cm": shown behind it. */
  unit?: string;
};
/** A date such as "2026-11-17", without a time zone. */
export type DateField<IsRequired = boolean> = Common<IsRequired> & { kind: 'date' };
/** `options` are the labels by stored value. */
export type SelectField<
  Option extends string = string,
  IsRequired = boolean,
> = Common<IsRequired> & {
  kind: 'select';
  options: Readonly<Record<Option, string>>;
};
/** The id of an item of another kind, or of the same. `to` is the name (`many`) of that kind. */
export type ReferenceField<IsRequired = boolean> = Common<IsRequired> & {
  kind: 'reference';
  to: string;
  whenDeleted: WhenDeleted;
  /** Set by the screen: the titles by id of the items on this device, and how others are shown. */
  titles?: ReadonlyMap<string, string>;
  missingTitle?: string;
  /** Set by the form: the id of its item, which it does not offer to itself. */
  ownId?: string;
};
/**
 * What happens to a reference when the item that it names is deleted: it keeps the id and is shown as deleted, it is
 * cleared, or the deletion is refused as long as the reference is there. Undoing the deletion also undoes the clearing.
 */
export type WhenDeleted = 'keep' | 'clear' | 'refuse';
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

/** Describes a number, with a unit such as "cm" if it has one. It is null if missing. */
export function numberField<IsRequired extends boolean = false>(
  label: string,
  {
    min,
    max,
    isWhole = false,
    unit,
    isRequired = false as IsRequired,
  }: { min: number; max: number; isWhole?: boolean; unit?: string; isRequired?: IsRequired },
): NumberField<NoInfer<IsRequired>> {
  return { kind: 'number', label, min, max, isWhole, ...(unit && { unit }), isRequired };
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
 * Describes a reference to an item of the same person: `referenceField('Plant', { to: 'plants' })`. It is null if
 * missing. A required one cannot be cleared, so by default the item it names cannot be deleted.
 */
export function referenceField<IsRequired extends boolean = false>(
  label: string,
  {
    to,
    isRequired = false as IsRequired,
    whenDeleted,
  }: {
    to: string;
    isRequired?: IsRequired;
    whenDeleted?: IsRequired extends true ? Exclude<WhenDeleted, 'clear'> : WhenDeleted;
  },
): ReferenceField<NoInfer<IsRequired>> {
  const byDefault = isRequired ? 'refuse' : 'clear';
  return { kind: 'reference', label, to, whenDeleted: whenDeleted ?? byDefault, isRequired };
}

/** Describes an email address, which is trimmed. It is '' if missing. */
export function emailField<IsRequired extends boolean = false>(
  label: string,
  { isRequired = false as IsRequired }: { isRequired?: IsRequired } = {},
): TextField<NoInfer<IsRequired>> {
  return { kind: 'email', label, maxCharacters: EMAIL_MAX_CHARACTERS, isRequired };
}

/** Describes the address of a web page, which begins with http:// or https:// and is trimmed. It is '' if missing. */
export function webAddressField<IsRequired extends boolean = false>(
  label: string,
  { isRequired = false as IsRequired }: { isRequired?: IsRequired } = {},
): TextField<NoInfer<IsRequired>> {
  return { kind: 'web-address', label, maxCharacters: WEB_ADDRESS_MAX_CHARACTERS, isRequired };
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
