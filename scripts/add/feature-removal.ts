import type { ItemKind } from '#shared/items.ts';
import type { Node, Source } from './source.ts';

/** Lists the fields of other kinds that refer to a kind, such as `/tasks/contract.ts (plant)`. */
export function fieldsReferringTo(kind: ItemKind | undefined, kinds: readonly ItemKind[]) {
  return kinds
    .filter((other) => other !== kind)
    .flatMap(({ path, fields }) =>
      Object.entries(fields)
        .filter(([, field]) => field.kind === 'reference' && field.to === kind?.many)
        .map(([name]) => `${path}/contract.ts (${name})`),
    );
}

/** Lists the tables that sources create, those first that may refer to others. */
export function tablesIn(sources: string[]) {
  const CREATED = /\b(?:createsItemTable|createItemTable|createTable)\(\s*(?:\w+,\s*)?'(\w+)'/g;
  const found = sources.flatMap((text) => [...text.matchAll(CREATED)].map(([, name = '']) => name));
  return [...new Set(found)].reverse();
}

/** Writes the server part that drops tables, without any. */
export const newRemovedFile =
  () => `import { removedFeatures } from '#server/items/removed-features.ts';

export const removedServer = removedFeatures({});
`;

/** Adds the migration that drops the tables of a feature. Throws if there is one. */
export function addDrop(source: Source, name: string, tables: string[]) {
  const migrations = source.literal(source.call('removedFeatures')?.args[0], 'ObjectExpression');
  if (!migrations) throw source.lacks('removedFeatures({ … })');
  const names = (migrations.properties as Node[]).map(({ key }) => String((key as Node).value));
  if (names.some((one) => one.replace(/^\d+-/, '') === name))
    throw new Error(`features/removed/server.ts drops the tables of ${name} already`);
  const number = Math.max(0, ...names.map((one) => Number.parseInt(one, 10) || 0)) + 1;
  const list = tables.map((table) => `'${table}'`).join(', ');
  source.append(
    migrations,
    `'${String(number).padStart(4, '0')}-${name}': dropsFeature('${name}', [${list}])`,
  );
  source.addImport('dropsFeature', '#server/items/removed-features.ts');
}
