import type { NewFeature } from './feature.ts';
import type { FieldSpec } from './fields.ts';

/** Writes the server part: the table. The rest is derived from the definition. */
export const serverFile = ({ names: { camelMany, path, many }, fields, photo }: NewFeature) =>
  `import { itemFeature } from '#server/items/item-feature.ts';
import { createsItemTable } from '#server/items/table.ts';
import { ${camelMany} } from './contract.ts';

export const ${camelMany}Server = itemFeature(${camelMany}, {
  '0001-${path}': createsItemTable('${many}', {
${[...fields.map(columnOf), ...(photo ? ["photo_path: 'photo?'"] : [])].map((column) => `    ${column},`).join('\n')}
  }),
});
`;

/** Returns the column of a field. A missing text is stored as an empty one, other missing values as null. */
function columnOf({ name, type, isRequired }: FieldSpec) {
  const isText = type === 'text' || type === 'longtext';
  const column = type === 'number' || type === 'boolean' ? type : 'text';
  return `${name}: '${column}${isRequired || isText ? '' : '?'}'`;
}
