import { itemKinds } from '#features/contract.ts';
import { features } from '#features/server.ts';
import type { ItemKind } from '#shared/items.ts';
import { namesOf } from './names.ts';

/** Returns the feature with a kind of item, by the name of its folder. Throws if there is none. */
export function featureOf(name: string) {
  const kinds: readonly ItemKind[] = itemKinds;
  const kind = kinds.find(({ path }) => path === `/${name}`);
  const server = features.find((one) => one.name === name);
  if (!kind || !server) {
    const names = kinds.map(({ path }) => path.slice(1)).join(', ');
    throw new Error(
      `${name} is no kind of item in features/contract.ts: ${names ? `there are ${names}` : 'there is none yet, npm run add adds one'}`,
    );
  }
  return { kind, server, folder: `features/${name}`, names: namesOf(name, kebab(kind.one)) };
}

const kebab = (name: string) => name.replaceAll('_', '-');
