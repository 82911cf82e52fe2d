/** `npm run add-field`: adds fields to a feature whose users have data already. */
import { itemKinds } from '#features/contract.ts';
import { changeSources } from '#scripts/product/change-command.ts';
import { featureOf } from './feature-of.ts';
import { addDefinition, addMigration, type NewField, parseDefault } from './field-edits.ts';
import {
  checkNamesDiffer,
  checkReferences,
  type FieldSpec,
  MAX_FIELDS,
  MAX_LONG_TEXTS,
  parseField,
} from './fields.ts';
import { readSource } from './source.ts';

const RECIPE = 'docs/recipes/add-a-field.md';
const USAGE = `usage: npm run add-field -- <feature> <field>:<type>? … [--default <value>]

  npm run add-field -- tasks "due:date?"
  npm run add-field -- tasks done:boolean --default true

  The types are those of npm run add. A field must be optional, because older versions of the app do not send it.
  --default <value>  the value of the items that exist already; without it they have none`;

changeSources(
  USAGE,
  { default: { type: 'string' } },
  ([name = '', ...words], { default: value }) => {
    const feature = featureOf(name);
    const { kind, server, folder } = feature;
    if (words.length === 0)
      throw new Error(`Which field? npm run add-field -- ${name} "due:date?"`);
    const fields = words.map(parseNewField);
    checkNamesDiffer(fields);
    checkFits(fields, Object.entries(kind.fields), kind.many, server.tables);
    checkReferences(
      fields,
      kind.many,
      itemKinds.map(({ many }) => many),
    );
    const [first, second] = fields;
    if (value !== undefined && second) throw new Error('--default is for one field at a time');
    const added: NewField[] = fields.map((field) => ({ field }));
    if (value !== undefined && first)
      added[0] = { field: first, initial: parseDefault(first, value) };

    const contract = readSource(`${folder}/contract.ts`, RECIPE);
    const migrations = readSource(`${folder}/server.ts`, RECIPE);
    for (const [index, one] of added.entries()) {
      addDefinition(contract, kind.many, one.field);
      addMigration(migrations, {
        ...one,
        table: kind.many,
        number: lastNumber(server) + 1 + index,
      });
    }
    return {
      files: new Map([
        [`${folder}/contract.ts`, contract.edited()],
        [`${folder}/server.ts`, migrations.edited()],
      ]),
      next: [
        `npm test -- ${folder} server/feature tests it, on PostgreSQL npm run test:postgres -- ${folder}.`,
        'Once a migration is released, never change it.',
      ],
    };
  },
);

function parseNewField(word: string): FieldSpec {
  if (/^photo\b/.test(word))
    throw new Error('A photo cannot be added by this command, only by npm run add');
  const field = parseField(word);
  if (field.isRequired && field.type !== 'boolean')
    throw new Error(
      `${field.name} must be optional, because older versions of the app do not send it: write "${word}?"`,
    );
  return { ...field, isRequired: false };
}

/** Throws if the feature has a field or table of the same name, or would have too many fields. */
function checkFits(
  fields: FieldSpec[],
  existing: [string, { kind: string }][],
  many: string,
  tables: string[],
) {
  for (const { name } of fields) {
    if (existing.some(([other]) => other === name)) throw new Error(`${many} have a field ${name}`);
    if (tables.includes(name)) throw new Error(`${name} is a table of ${many}: use another name`);
  }
  if (fields.length + existing.length > MAX_FIELDS)
    throw new Error(`A feature can have at most ${MAX_FIELDS} fields`);
  const longTexts = [
    ...existing.filter(([, { kind }]) => kind === 'long-text'),
    ...fields.filter(({ type }) => type === 'longtext'),
  ];
  if (longTexts.length > MAX_LONG_TEXTS)
    throw new Error(`A feature can have at most ${MAX_LONG_TEXTS} fields of type longtext`);
}

function lastNumber({ migrations }: { migrations: object }) {
  return Math.max(0, ...Object.keys(migrations).map((name) => Number.parseInt(name, 10) || 0));
}
