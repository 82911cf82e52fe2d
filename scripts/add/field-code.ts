import type { FieldSpec } from './fields.ts';
import { labelOf } from './names.ts';

const HELPERS: Record<FieldSpec['type'], string> = {
  text: 'textField',
  longtext: 'longTextField',
  number: 'numberField',
  date: 'dateField',
  boolean: 'checkboxField',
  select: 'selectField',
  email: 'emailField',
  url: 'webAddressField',
  ref: 'referenceField',
};
const COLUMNS: Partial<Record<FieldSpec['type'], string>> = {
  number: 'number',
  boolean: 'boolean',
  ref: 'reference',
};
/** A missing value of these types is stored as '' or false, of others as null. */
const NEVER_NULL: FieldSpec['type'][] = ['text', 'longtext', 'email', 'url', 'boolean'];
/** The range of a number whose range is not given. */
const ANY_NUMBER = { min: -1_000_000_000, max: 1_000_000_000 };

/** Returns the function of `shared/fields.ts` that describes a field. */
export const helperOf = ({ type }: FieldSpec) => HELPERS[type];

/** Returns the definition of a field: `due: dateField('Due')`. */
export function definitionOf(field: FieldSpec) {
  const rules = [...rulesOf(field), ...(field.isRequired ? ['isRequired: true'] : [])];
  const hasRules = field.type !== 'boolean' && rules.length > 0;
  const call = `${helperOf(field)}('${field.label}'${hasRules ? `, { ${rules.join(', ')} }` : ''})`;
  return `${field.name}: ${call}`;
}

/** Returns the type of a column for `createsItemTable`. */
export const columnTypeOf = (field: FieldSpec) =>
  `${COLUMNS[field.type] ?? 'text'}${mayBeNull(field) ? '?' : ''}`;

export const mayBeNull = ({ type, isRequired }: FieldSpec) =>
  !isRequired && !NEVER_NULL.includes(type);

function rulesOf(field: FieldSpec) {
  switch (field.type) {
    case 'text':
      return ['maxCharacters: 100'];
    case 'longtext':
      return ['maxCharacters: 1000'];
    case 'number': {
      const { min, max, unit } = { unit: undefined, ...ANY_NUMBER, ...field.range };
      const limits = [`min: ${numberCode(min)}`, `max: ${numberCode(max)}`];
      return [...limits, ...(unit ? [`unit: '${unit}'`] : [])];
    }
    case 'select':
      return [`options: { ${field.options.map(optionOf).join(', ')} }`];
    case 'ref':
      return [
        `to: '${field.to}'`,
        ...(field.whenDeleted ? [`whenDeleted: '${field.whenDeleted}'`] : []),
      ];
    default:
      return [];
  }
}

/** Returns a number as code, with a separator between thousands: 1_000_000. */
export function numberCode(value: number) {
  const [whole = '', rest] = String(value).split('.');
  const isLong = whole.replace('-', '').length > 4;
  const grouped = isLong ? whole.replace(/\B(?=(\d{3})+$)/g, '_') : whole;
  return rest === undefined ? grouped : `${grouped}.${rest}`;
}

const optionOf = (option: string) =>
  `${/^\d/.test(option) ? `'${option}'` : option}: '${labelOf(option)}'`;
