import type { FieldValues } from '#client/sync/item.ts';
import { formatUtcDay } from '#client/text/dates.ts';
import { isDay } from '#shared/day.ts';
import { fieldsIn, isText, type NamedField, titleFieldIn } from '#shared/described-fields.ts';
import type { Field, NumberField, SelectField } from '#shared/fields.ts';
import { formatDecimal } from '#shared/format-number.ts';
import type { ItemKind } from '#shared/items.ts';
import { fieldTexts as m } from './messages.ts';

/** Returns the values of a new item. */
export const emptyValues = (kind: ItemKind): FieldValues =>
  Object.fromEntries(fieldsIn(kind).map((field) => [field.name, emptyValue(field)]));

/** Tells whether all required texts are filled in. Saving reports errors in the other fields. */
export const hasRequiredTexts = (kind: ItemKind, values: FieldValues) =>
  fieldsIn(kind).every(
    (field) =>
      !field.isRequired || !isText(field) || String(values[field.name] ?? '').trim() !== '',
  );

/** Returns a value in readable form, or '' if there is none. */
export function formatValue(field: Field, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  switch (field.kind) {
    case 'number':
      return typeof value === 'number' ? withUnit(field, formatDecimal(value)) : String(value);
    case 'date':
      return isDay(String(value)) ? formatUtcDay(String(value)) : String(value);
    case 'select':
      return labelOf(field, String(value));
    case 'reference':
      return field.titles?.get(String(value)) ?? field.missingTitle ?? m.notLoaded;
    case 'checkbox':
      return value === true ? m.yes : m.no;
    default:
      return String(value);
  }
}

/** Returns the label of a field in a form: "Height (cm, optional)". */
export function formLabel(field: Field) {
  const isOptional = !field.isRequired && field.kind !== 'checkbox';
  const unit = field.kind === 'number' ? field.unit : undefined;
  const notes = [unit, isOptional && m.optional].filter(Boolean);
  return notes.length > 0 ? `${field.label} (${notes.join(', ')})` : field.label;
}

/** Returns the title of an item. */
export function titleOf(kind: ItemKind, item: FieldValues): string {
  const field = titleFieldIn(kind);
  return field ? formatValue(field, item[field.name]) : '';
}

/**
 * Returns a function that returns an item's texts, the labels of its choices and the titles of the items it refers to.
 * The function is fast, because a search calls it for every item.
 */
export function textsIn(kind: ItemKind): (item: FieldValues) => string[] {
  const fields = fieldsIn(kind).filter(
    (field) => isText(field) || field.kind === 'select' || field.kind === 'reference',
  );
  return (item) => fields.map((field) => formatValue(field, item[field.name]));
}

/** Returns the fields as an open item shows them: its title, short values, then long texts. */
export function shownFields(kind: ItemKind): NamedField[] {
  const [title, ...others] = fieldsIn(kind);
  const isLong = (field: NamedField) => Number(field.kind === 'long-text');
  return title ? [title, ...others.sort((a, b) => isLong(a) - isLong(b))] : [];
}

/** Tells whether long texts are shown with their labels. One alone is the text of the item, which needs none. */
export const labelsLongTexts = (fields: NamedField[]) =>
  fields.filter(({ kind }) => kind === 'long-text').length > 1;

function emptyValue(field: Field) {
  if (field.kind === 'checkbox') return false;
  return isText(field) ? '' : null;
}

/** Returns the label of a value, which may no longer be an option. */
const labelOf = ({ options }: SelectField, value: string) =>
  (Object.hasOwn(options, value) && options[value]) || value;

/** Adds the unit of a number, if it has one, with a no-break space. */
const withUnit = ({ unit }: NumberField, text: string) => (unit ? `${text}\u00a0${unit}` : text);
