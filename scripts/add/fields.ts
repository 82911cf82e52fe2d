import { type FieldType, parseType, TYPE_LIST } from './field-types.ts';
import { labelOf } from './names.ts';

/** A field of a feature, as the command line describes it. */
export type FieldSpec = { name: string; label: string; isRequired: boolean } & FieldType;

/** The fields of a feature. The first is the title. */
export type FieldSpecs = [title: FieldSpec, ...others: FieldSpec[]];

export const MAX_FIELDS = 30;
/** Even if these are full, in any language, all fields fit into a request body. */
export const MAX_LONG_TEXTS = 14;
const NAME_MAX_CHARACTERS = 40;

/** Names that every item, its exported file, every table of PostgreSQL or every object already has; `then` makes an object a promise. */
const TAKEN = [
  ...['id', 'user_id', 'version', 'created_at', 'updated_at', 'seq'],
  ...['photo_path', 'photo_file', 'created', 'updated'],
  ...['xmin', 'xmax', 'cmin', 'cmax', 'ctid', 'tableoid', 'constructor', 'prototype', 'then'],
];

/**
 * Reads the fields of a command line: `title:text`, `due:date?`, `size:select(small|large)`, `photo?`. A `?` makes a
 * field optional. Throws an error that says what is wrong and how to write it.
 */
export function parseFields(words: string[]): { fields: FieldSpecs; photo: boolean } {
  const photo = words.some(isPhoto);
  const [title, ...others] = words.filter((word) => !isPhoto(word)).map(parseField);
  if (title?.type !== 'text' || !title.isRequired)
    throw new Error('The first field is the title of each entry: write it as title:text');
  if (others.some(({ name }) => name === 'title')) throw new Error('title must be the first field');
  const fields: FieldSpecs = [title, ...others];
  if (fields.length > MAX_FIELDS)
    throw new Error(`A feature can have at most ${MAX_FIELDS} fields, these are ${fields.length}`);
  if (fields.filter(({ type }) => type === 'longtext').length > MAX_LONG_TEXTS)
    throw new Error(`A feature can have at most ${MAX_LONG_TEXTS} fields of type longtext`);
  checkNamesDiffer(fields);
  return { fields, photo };
}

/** Throws if two fields have the same name. */
export function checkNamesDiffer(fields: FieldSpec[]) {
  for (const [index, { name }] of fields.entries())
    if (fields.findIndex((field) => field.name === name) < index)
      throw new Error(`There are two fields called ${name}`);
}

/**
 * Throws if a field refers to a kind of item that does not exist. `self` is the kind with the fields: its items may
 * refer to each other, but the first of them to none.
 */
export function checkReferences(fields: FieldSpec[], self: string, kinds: string[]) {
  for (const field of fields) {
    if (field.type !== 'ref') continue;
    const { name, to, isRequired } = field;
    if (to === self && isRequired)
      throw new Error(
        `${name} must be optional, because the first of the ${to} has none to refer to: "${name}:ref(${to})?"`,
      );
    if (to !== self && !kinds.includes(to))
      throw new Error(
        `${name} refers to ${to}, which features/contract.ts does not have: there are ${[...new Set([...kinds, self])].join(', ')}`,
      );
  }
}

function isPhoto(word: string) {
  if (word === 'photo')
    throw new Error('A photo is always optional: write it as photo? (in quotes: "photo?")');
  return word === 'photo?';
}

/** Reads one field, such as `due:date?`. */
export function parseField(word: string): FieldSpec {
  const [, name = '', rest = ''] = /^([^:]*):?(.*)$/s.exec(word) ?? [];
  checkFieldName(name, word);
  const type = rest.replace(/\?$/, '');
  const isRequired = !rest.endsWith('?');
  if (type === '') throw new Error(`${name} needs a type: ${name}:text (or ${TYPE_LIST})`);
  if (type === 'boolean' && !isRequired)
    throw new Error(`${name} is false until it is set, so it needs no "?": write ${name}:boolean`);
  return { name, label: labelOf(name), isRequired, ...parseType(name, type, isRequired) };
}

function checkFieldName(name: string, word: string) {
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))
    throw new Error(
      `"${word}" does not begin with a name: use lower-case letters, digits and _, as in due_date:date`,
    );
  if (name.length > NAME_MAX_CHARACTERS)
    throw new Error(`${name} is too long: a name has at most ${NAME_MAX_CHARACTERS} characters`);
  if (name === 'photo') throw new Error(`A photo has no type: write it as photo?`);
  if (TAKEN.includes(name) || name.endsWith('_photo_path'))
    throw new Error(`${name} is the name of something else: use another one`);
}
