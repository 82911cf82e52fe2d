import type { Registration } from './feature-registration.ts';
import { columnTypeOf, definitionOf, helperOf } from './field-code.ts';
import type { FieldSpecs } from './fields.ts';
import type { Names } from './names.ts';

/** The feature that the command line describes. `icon` is a name that lucide-react exports. */
export type NewFeature = { names: Names; fields: FieldSpecs; photo: boolean; icon: string };

/** Returns the unformatted files of a new feature. */
export function filesOf(feature: NewFeature) {
  const { path } = feature.names;
  const files = {
    'contract.ts': contractFile,
    'server.ts': serverFile,
    'server.test.ts': serverTestFile,
    'client.ts': clientFile,
    [`${path}.spec.ts`]: browserTestFile,
  };
  return Object.entries(files).map(([file, write]) => ({
    path: `features/${path}/${file}`,
    text: write(feature),
  }));
}

/** Returns the lines that register a new feature. */
export const registrationsOf = ({ names: { path, camelMany } }: NewFeature): Registration[] =>
  [
    { side: 'contract', constant: 'itemKinds', imported: camelMany },
    { side: 'server', constant: 'features', imported: `${camelMany}Server` },
    { side: 'client', constant: 'features', imported: `${camelMany}Client` },
  ].map(({ side, constant, imported }) => ({
    file: `features/${side}.ts`,
    from: `./${path}/${side}.ts`,
    constant,
    imported,
    line: imported,
  }));

/** Writes the contract: the definition of the items. */
const contractFile = ({ names, fields, photo }: NewFeature) =>
  `import { ${helpersOf(fields)} } from '#shared/fields.ts';
import { defineItems } from '#shared/items.ts';

export const ${names.camelMany} = defineItems({
  one: '${names.one}',
  many: '${names.many}',
  fields: {
${fields.map((field) => `    ${definitionOf(field)},`).join('\n')}
  },
${photo ? '  photo: true,\n' : ''}});
`;

const helpersOf = (fields: FieldSpecs) => [...new Set(fields.map(helperOf))].sort().join(', ');

/** Writes the server part: the table. The rest is derived from the definition. */
const serverFile = ({ names: { camelMany, path, many }, fields, photo }: NewFeature) =>
  `import { itemFeature } from '#server/items/item-feature.ts';
import { createsItemTable } from '#server/items/table.ts';
import { ${camelMany} } from './contract.ts';

export const ${camelMany}Server = itemFeature(${camelMany}, {
  '0001-${path}': createsItemTable('${many}', {
${[...fields.map((field) => `${field.name}: '${columnTypeOf(field)}'`), ...(photo ? ["photo_path: 'photo?'"] : [])].map((column) => `    ${column},`).join('\n')}
  }),
});
`;

/** Writes the server test: what is stored, and who may read and change it. */
const serverTestFile = ({ names: { camelMany } }: NewFeature) =>
  `import { testItemStore } from '#server/testing/test-item-store.ts';
import { ${camelMany} } from './contract.ts';
import { ${camelMany}Server } from './server.ts';

await testItemStore(${camelMany}Server, ${camelMany});
`;

/** Writes the client part: label and icon for the menus. The screen is derived from the definition. */
const clientFile = ({ names: { camelMany, title }, icon }: NewFeature) =>
  `import { ${icon} } from 'lucide-react';
import { itemScreens } from '#client/items/item-screens.ts';
import { ${camelMany} } from './contract.ts';

export const ${camelMany}Client = itemScreens(${camelMany}, { label: '${title}', icon: ${icon} });
`;

// Apart from the text, which would look like an import of this file.
const TESTS = '#tests';

/** Writes the browser test: a user adds an item, finds it again, changes it and deletes it. */
const browserTestFile = ({ names: { camelMany } }: NewFeature) =>
  `import { testItemScreen } from '${TESTS}/e2e/items/test-item-screen.ts';
import { ${camelMany} } from './contract.ts';

testItemScreen(${camelMany});
`;
