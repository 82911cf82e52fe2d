import type { NewFeature } from './feature.ts';
import type { FieldSpec } from './fields.ts';

/** Writes the server part: the table, and what connects it with the kit. */
export const serverFile = ({ names, fields, photo }: NewFeature) =>
  `import { countRows } from '#server/database/count-rows.ts';
import type { ServerFeature } from '#server/feature.ts';
import { handleItems } from '#server/items/routes.ts';
import { createItemStore } from '#server/items/store.ts';
import { createItemTable, type ItemRow, registerItems } from '#server/items/table.ts';
import { ${names.camelOne}Endpoints, ${names.camelOne}Items } from '../contract.ts';

declare module '#server/database/schema.ts' {
  interface Schema {
    ${names.many}: ItemRow<typeof ${names.camelOne}Items>;
  }
}

export const ${names.camelMany}: ServerFeature<typeof ${names.camelOne}Endpoints> = {
  name: '${names.path}',
  description: 'The ${names.manyInWords} of the signed-in person.',
  endpoints: ${names.camelOne}Endpoints,
  // They run in the order of their names, each once. Add new ones at the end; never change one that was released.
  migrations: {
    '0001-${names.path}': {
      compatible: true,
      async up(db, engine) {
        await createItemTable(db, '${names.many}', {
${[...fields.map(columnOf), ...(photo ? ["photo_path: 'photo?'"] : [])].map((column) => `          ${column},`).join('\n')}
        });
        await countRows(db, engine, '${names.many}');
      },
    },
  },
  ...registerItems(${names.camelOne}Items),
  create(dependencies) {
    const store = createItemStore(${names.camelOne}Items, dependencies);
    return {
      addRoutes: (api) =>
        handleItems(api, store, {
          list: 'list${names.pascalMany}',
          create: 'create${names.pascalOne}',
          update: 'update${names.pascalOne}',
          remove: 'delete${names.pascalOne}',
          restore: 'restore${names.pascalOne}',
        }),
    };
  },
};
`;

/** Returns the column of a field. A text that is left out is stored as an empty one, other values as null. */
function columnOf({ name, type, isRequired }: FieldSpec) {
  const isText = type === 'text' || type === 'longtext';
  const column = type === 'number' || type === 'boolean' ? type : 'text';
  return `${name}: '${column}${isRequired || isText ? '' : '?'}'`;
}
