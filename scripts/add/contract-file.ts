import type { NewFeature } from './feature.ts';
import type { FieldSpec } from './fields.ts';
import { labelOf } from './names.ts';

const HELPERS: Record<FieldSpec['type'], string> = {
  text: 'textField',
  longtext: 'longTextField',
  number: 'numberField',
  date: 'dateField',
  boolean: 'checkboxField',
  select: 'selectField',
};

/** Writes the contract: the fields with their rules, the endpoints, the screen and the shortcut of the web app. */
export const contractFile = ({ names, fields, photo }: NewFeature) => `import * as v from 'valibot';
import { defineEndpoints } from '#shared/endpoint.ts';
import { ${helpersOf(fields)} } from '#shared/fields.ts';
import { type ItemModel, itemContract } from '#shared/item-contract.ts';
import type { Paths } from '#shared/path.ts';
import type { FeatureManifest } from '#shared/web-manifest.ts';

/** The fields of the form. The first is the title. */
export const ${names.camelOne}Fields = v.object({
${fields.map((field) => `  ${field.name}: ${fieldCall(field)},`).join('\n')}
});

export const ${names.camelOne}Model = {
  one: '${names.one}',
  many: '${names.many}',
  fields: ${names.camelOne}Fields,
${photo ? '  photo: true,\n' : ''}} as const satisfies ItemModel;

export const ${names.camelOne}Items = itemContract('/api/${names.path}', ${names.camelOne}Model);

export const ${names.camelOne}Endpoints = defineEndpoints({
  list${names.pascalMany}: ${names.camelOne}Items.list,
  create${names.pascalOne}: ${names.camelOne}Items.create,
  update${names.pascalOne}: ${names.camelOne}Items.update,
  delete${names.pascalOne}: ${names.camelOne}Items.remove,
  restore${names.pascalOne}: ${names.camelOne}Items.restore,
});

export const ${names.camelOne}Paths = { '/${names.path}': 'browser' } as const satisfies Paths;

export const ${names.camelOne}Manifest: FeatureManifest<typeof ${names.camelOne}Paths> = {
  startPath: '/${names.path}',
  shortcuts: [{ name: 'New ${names.oneInWords}', url: '/${names.path}?new' }],
};
`;

const helpersOf = (fields: FieldSpec[]) =>
  [...new Set(fields.map(({ type }) => HELPERS[type]))].sort().join(', ');

function fieldCall(field: FieldSpec) {
  const rules = [...rulesOf(field), ...(field.isRequired ? ['isRequired: true'] : [])];
  const hasRules = field.type !== 'boolean' && rules.length > 0;
  return `${HELPERS[field.type]}('${field.label}'${hasRules ? `, { ${rules.join(', ')} }` : ''})`;
}

function rulesOf(field: FieldSpec) {
  switch (field.type) {
    case 'text':
      return ['maxCharacters: 100'];
    case 'longtext':
      return ['maxCharacters: 1000'];
    case 'number':
      return ['min: -1_000_000_000', 'max: 1_000_000_000'];
    case 'select':
      return [`options: { ${field.options.map(optionOf).join(', ')} }`];
    default:
      return [];
  }
}

const optionOf = (option: string) =>
  `${/^\d/.test(option) ? `'${option}'` : option}: '${labelOf(option)}'`;
