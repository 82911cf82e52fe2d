import { isDay } from '#shared/day.ts';
import { definitionOf, helperOf, mayBeNull, numberCode } from './field-code.ts';
import type { FieldSpec } from './fields.ts';
import { propertyOf, type Source } from './source.ts';

/** A field for a feature with data. `initial` is the code of the value that existing items get. */
export type NewField = { field: FieldSpec; initial?: string };

const SQL_TYPES: Partial<Record<FieldSpec['type'], string>> = {
  number: 'double precision',
  boolean: 'integer',
};
const INITIAL_MAX_CHARACTERS = 100;
/** The linter takes the characters themselves for a part of a template string. */
const DOLLAR_AND_BRACE = '\\x24{';

/** Adds a field to the definition in a contract. */
export function addDefinition(contract: Source, many: string, field: FieldSpec) {
  const definition = contract.call('defineItems', ([argument]) => {
    const object = contract.literal(argument, 'ObjectExpression');
    return propertyOf(object, 'many')?.value === many;
  });
  const object = contract.literal(definition?.args[0], 'ObjectExpression');
  const fields = contract.literal(propertyOf(object, 'fields'), 'ObjectExpression');
  if (!fields) throw contract.lacks(`defineItems({ many: '${many}', fields: { … } })`);
  contract.append(fields, definitionOf(field));
  contract.addImport(helperOf(field), '#shared/fields.ts');
}

/** Adds the migration that adds the column of a field. */
export function addMigration(
  server: Source,
  { field, initial, table, number }: NewField & { table: string; number: number },
) {
  const feature = server.call('itemFeature');
  const migrations = server.literal(feature?.args[1], 'ObjectExpression');
  if (!migrations) throw server.lacks('itemFeature(…, { migrations })');
  const name = `${String(number).padStart(4, '0')}-${field.name.replaceAll('_', '-')}`;
  server.append(migrations, `'${name}': ${migrationOf(table, field, initial)}`);
  if (field.type === 'ref') server.addImport('addsReference', '#server/items/table.ts');
  if (initial !== undefined)
    server.addImport('reloadOnDevices', '#server/sync/reload-on-devices.ts');
}

function migrationOf(table: string, field: FieldSpec, initial?: string) {
  if (field.type === 'ref') return `addsReference('${table}', '${field.name}')`;
  const value = initial ?? (field.type === 'boolean' ? '0' : "''");
  const rules = [
    ...(mayBeNull(field) ? [] : ['notNull()']),
    ...(mayBeNull(field) && initial === undefined ? [] : [`defaultTo(${value})`]),
  ];
  const column = [`'${field.name}'`, `'${SQL_TYPES[field.type] ?? 'text'}'`];
  if (rules.length > 0) column.push(`(c) => c.${rules.join('.')}`);
  const reload = initial === undefined ? '' : `await reloadOnDevices(db, '${table}');\n`;
  return `{
    compatible: true,
    async up(db) {
      ${reload}await db.schema.alterTable('${table}').addColumn(${column.join(', ')}).execute();
    },
  }`;
}

/**
 * Reads the value that existing items get. Returns it as code, or undefined if it is the value that they have without
 * it. Throws if the field cannot have it.
 */
export function parseDefault(field: FieldSpec, value: string) {
  const { name, type } = field;
  if (type === 'boolean' && /^(true|false)$/.test(value)) return value === 'true' ? '1' : undefined;
  if (type === 'number' && isInRange(Number(value), value, field.range))
    return numberCode(Number(value));
  if (type === 'date' && isDay(value)) return `'${value}'`;
  if (type === 'select' && field.options.includes(value)) return `'${value}'`;
  if ((type === 'text' || type === 'longtext') && isShortText(value))
    return `'${value.replaceAll(/[\\']/g, '\\$&').replaceAll('${', DOLLAR_AND_BRACE)}'`;
  if (type === 'email' || type === 'url' || type === 'ref')
    throw new Error(`${name} can have no --default: existing items have none`);
  throw new Error(`${name} cannot have the default "${value}": write ${acceptedBy(field)}`);
}

/** Says which defaults a field accepts. */
function acceptedBy(field: FieldSpec) {
  switch (field.type) {
    case 'boolean':
      return 'true or false';
    case 'number':
      return `a number from ${field.range?.min ?? ANY_NUMBER.min} to ${field.range?.max ?? ANY_NUMBER.max}`;
    case 'date':
      return 'a day, as in 2026-11-17';
    case 'select':
      return `one of ${field.options.join(', ')}`;
    default:
      return `a line of at most ${INITIAL_MAX_CHARACTERS} characters`;
  }
}

/** The range of a number whose field has none. */
const ANY_NUMBER = { min: -1_000_000_000, max: 1_000_000_000 };

const isInRange = (number: number, text: string, range = ANY_NUMBER) =>
  /^-?\d/.test(text) && number >= range.min && number <= range.max;

const isShortText = (text: string) =>
  text.trim() === text &&
  text !== '' &&
  text.length <= INITIAL_MAX_CHARACTERS &&
  // biome-ignore lint/suspicious/noControlCharactersInRegex: They would break the code.
  !/[\u0000-\u001f\u2028\u2029]/.test(text);
