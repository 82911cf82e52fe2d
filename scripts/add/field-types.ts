import type { WhenDeleted } from '#shared/fields.ts';

/** The type of a field, as the command line describes it. */
export type FieldType =
  | { type: (typeof PLAIN_TYPES)[number] }
  | { type: 'number'; range?: NumberRange }
  | { type: 'select'; options: string[] }
  | { type: 'ref'; to: string; whenDeleted?: WhenDeleted };

type NumberRange = { min: number; max: number; unit?: string };

const PLAIN_TYPES = ['text', 'longtext', 'date', 'boolean', 'email', 'url'] as const;
export const TYPE_LIST =
  'text, longtext, number, number(0..50 kg), date, boolean, email, url, select(a|b|c) or ref(kind)';
const RULES: readonly WhenDeleted[] = ['keep', 'clear', 'refuse'];
const MAX_OPTIONS = 30;
const MAX_NUMBER = 1_000_000_000_000_000;
const UNIT_MAX_CHARACTERS = 10;

/** Reads the type of a field, without the `?`. Throws an error that says how to write it. */
export function parseType(name: string, type: string, isRequired: boolean): FieldType {
  const known = PLAIN_TYPES.find((one) => one === type);
  if (known) return { type: known };
  if (type === 'number') return { type };
  const [, word, content] = /^(\w+)(?:\((.*)\))?$/s.exec(type) ?? [];
  if (word === 'number') return { type: word, range: parseRange(name, content ?? '') };
  if (word === 'select') return { type: word, options: parseOptions(name, content) };
  if (word === 'ref') return { type: word, ...parseReference(name, content ?? '', isRequired) };
  throw new Error(`${name} has the unknown type ${type}: use ${TYPE_LIST}`);
}

function parseRange(name: string, content: string): NumberRange {
  const RANGE = /^(-?\d+(?:\.\d+)?) ?\.\. ?(-?\d+(?:\.\d+)?)(?: ([^\s\d'"\\{][^\s'"\\{]*))?$/;
  const [, from, to, unit] = RANGE.exec(content) ?? [];
  if (from === undefined)
    throw new Error(
      `${name} has the range "${content}": write "${name}:number(0..50)", with a unit "${name}:number(0..50 kg)"`,
    );
  const [min, max] = [Number(from), Number(to)];
  if (min >= max) throw new Error(`${name} is from ${min} to ${max}: write the lower number first`);
  if (Math.max(-min, max) > MAX_NUMBER)
    throw new Error(`${name} has a number above ${MAX_NUMBER}, which is not stored exactly`);
  if (unit && unit.length > UNIT_MAX_CHARACTERS)
    throw new Error(`${unit} is too long for a unit: at most ${UNIT_MAX_CHARACTERS} characters`);
  return { min, max, ...(unit && { unit }) };
}

function parseOptions(name: string, list: string | undefined) {
  if (list === undefined)
    throw new Error(`${name} needs its options, in quotes: "${name}:select(small|large)"`);
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

/** Reads `plants` or `plants, keep`: the kind, and what happens when the item that a field names is deleted. */
function parseReference(name: string, content: string, isRequired: boolean) {
  const [, kind, rule] = /^([a-z][a-z0-9_-]*)(?:, ?(\w+))?$/.exec(content) ?? [];
  if (kind === undefined)
    throw new Error(`${name} needs the kind that it refers to, in quotes: "${name}:ref(plants)"`);
  const whenDeleted = RULES.find((one) => one === rule);
  if (rule && !whenDeleted)
    throw new Error(`${name} has the unknown rule ${rule}: use ${RULES.join(', ')}`);
  if (isRequired && whenDeleted === 'clear')
    throw new Error(
      `${name} cannot be cleared, because it is required: add "?", or use keep or refuse`,
    );
  return { to: kind.replaceAll('-', '_'), ...(whenDeleted && { whenDeleted }) };
}
