import { labelOf } from './names.ts';

/** A field of the new feature. */
export type FieldSpec = {
  name: string;
  label: string;
  isRequired: boolean;
} & (
  | { type: 'text' | 'longtext' | 'number' | 'date' | 'boolean' }
  | { type: 'select'; options: string[] }
);

/** The fields of a feature. The first is the title. */
export type FieldSpecs = [title: FieldSpec, ...others: FieldSpec[]];

const TYPES = ['text', 'longtext', 'number', 'date', 'boolean'] as const;
const TYPE_LIST = `${TYPES.join(', ')} or select(a|b|c)`;
const MAX_FIELDS = 30;
/** Even if these are full, in any language, all fields fit into a request body. */
const MAX_LONG_TEXTS = 14;
const MAX_OPTIONS = 30;
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
  for (const [index, { name }] of fields.entries())
    if (fields.findIndex((field) => field.name === name) < index)
      throw new Error(`There are two fields called ${name}`);
  return { fields, photo };
}

function isPhoto(word: string) {
  if (word === 'photo')
    throw new Error('A photo is always optional: write it as photo? (in quotes: "photo?")');
  return word === 'photo?';
}

function parseField(word: string): FieldSpec {
  const [, name = '', rest = ''] = /^([^:]*):?(.*)$/s.exec(word) ?? [];
  checkFieldName(name, word);
  const type = rest.replace(/\?$/, '');
  const isRequired = !rest.endsWith('?');
  if (type === '') throw new Error(`${name} needs a type: ${name}:text (or ${TYPE_LIST})`);
  if (type === 'boolean' && !isRequired)
    throw new Error(`${name} is false until it is set, so it needs no "?": write ${name}:boolean`);
  const common = { name, label: labelOf(name), isRequired };
  const list = /^select\((.*)\)$/s.exec(type)?.[1];
  if (list !== undefined) return { ...common, type: 'select', options: parseOptions(name, list) };
  const known = TYPES.find((one) => one === type);
  if (known) return { ...common, type: known };
  if (type === 'select')
    throw new Error(`${name} needs its options, in quotes: "${name}:select(small|large)"`);
  throw new Error(`${name} has the unknown type ${type}: use ${TYPE_LIST}`);
}

function checkFieldName(name: string, word: string) {
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))
    throw new Error(
      `${word} does not begin with a name: use lower-case letters, digits and _, as in due_date:date`,
    );
  if (name.length > NAME_MAX_CHARACTERS)
    throw new Error(`${name} is too long: a name has at most ${NAME_MAX_CHARACTERS} characters`);
  if (name === 'photo') throw new Error(`A photo has no type: write it as photo?`);
  if (TAKEN.includes(name) || name.endsWith('_photo_path'))
    throw new Error(`${name} is the name of something else: use another one`);
}

function parseOptions(name: string, list: string) {
  const options = list.split('|');
  const wrong = options.find((option) => !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(option));
  if (wrong !== undefined)
    throw new Error(
      `${name} has the option "${wrong}": use lower-case letters, digits and _, as in select(to_do|done)`,
    );
  if (options.length < 2) throw new Error(`${name} needs at least two options`);
  if (options.length > MAX_OPTIONS)
    throw new Error(`${name} can have at most ${MAX_OPTIONS} options`);
  const twice = options.find((option, index) => options.indexOf(option) < index);
  if (twice) throw new Error(`${name} has the option ${twice} twice`);
  return options;
}
