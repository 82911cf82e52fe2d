import type { NewFeature } from './feature.ts';

/** Writes the client part: label and icon for the menus. The screen is derived from the definition. */
export const clientFile = ({ names: { camelMany, title } }: NewFeature) =>
  `import { ClipboardList } from 'lucide-react';
import { itemScreens } from '#client/items/item-screens.ts';
import { ${camelMany} } from './contract.ts';

export const ${camelMany}Client = itemScreens(${camelMany}, { label: '${title}', icon: ClipboardList });
`;
