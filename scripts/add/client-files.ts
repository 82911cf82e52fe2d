import type { NewFeature } from './feature.ts';

/** Writes the registration of the client part. It is in the first download, so it imports the rest lazily. */
export const clientFile = ({ names, photo }: NewFeature) =>
  `import { ClipboardList } from 'lucide-react';
import type { ClientFeature } from '#client/feature.ts';
import { lazyScreen } from '#client/shell/route.ts';

/** Every page downloads this file, so it imports the screen lazily. */
export const ${names.camelMany}: ClientFeature = {
  routes: [
    {
      path: '/${names.path}',
      source: 'features/${names.path}/client/${names.path}.tsx',
      screen: lazyScreen(() => import('./${names.path}.tsx')),
      access: 'signed-in',
      title: '${names.title}',
      description: 'Your ${names.manyInWords}, on all your devices.',
      prerender: 'shell',
    },
  ],
  navigation: { label: '${names.title}', icon: ClipboardList, path: '/${names.path}' },
${photo ? recoverPhoto(names) : ''}  counts: { ${names.many}: '${names.title}' },
};
`;

const recoverPhoto = ({ camelOne, onePath }: NewFeature['names']) =>
  `  recoverPhoto: async (result, source) => {
    const { recoverPhoto } = await import('#client/sync/recover-photo.ts');
    const { ${camelOne}Entity } = await import('./${onePath}-entity.ts');
    return recoverPhoto(${camelOne}Entity, result, source);
  },
`;

/** Writes how the items are stored on the device and synced. */
export const entityFile = ({ names }: NewFeature) =>
  `import { entityOf } from '#client/items/item-entity.ts';
import { ${names.camelOne}Model } from '../contract.ts';

/** ${names.title} are stored on the device and synced with the server. */
export const ${names.camelOne}Entity = entityOf(${names.camelOne}Model, {
  list: 'list${names.pascalMany}',
  create: 'create${names.pascalOne}',
  update: 'update${names.pascalOne}',
  remove: 'delete${names.pascalOne}',
  restore: 'restore${names.pascalOne}',
});
`;

/** Writes the screen: the list, the open one beside it, and the form. */
export const screenFile = ({ names }: NewFeature) =>
  `import { itemMessages } from '#client/items/item-messages.ts';
import { ItemScreen } from '#client/items/item-screen.tsx';
import type { ItemType } from '#client/items/item-type.ts';
import { ${names.camelOne}Model } from '../contract.ts';
import { ${names.camelOne}Entity } from './${names.onePath}-entity.ts';

const ${names.camelOne}Type: ItemType = {
  entity: ${names.camelOne}Entity,
  messages: itemMessages(${names.camelOne}Model),
};

/** Shows the ${names.manyInWords}: a list to search, the open one, and the form. */
export default function ${names.pascalMany}Screen() {
  return <ItemScreen type={${names.camelOne}Type} />;
}
`;
