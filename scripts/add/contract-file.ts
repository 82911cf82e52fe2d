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

/** Writes the contract: the definition of the items. */
export const contractFile = ({ names, fields, photo }: NewFeature) =>
  `import { ${helpersOf(fields)} } from '#shared/fields.ts';
import { defineItems } from '#shared/items.ts';

export const ${names.camelMany} = defineItems({
  one: '${names.one}',
  many: '${names.many}',
  fields: {
${fields.map((field) => `    ${field.name}: ${fieldCall(field)},`).join('\n')}
  },
${photo ? '  photo: true,\n' : ''}});
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
