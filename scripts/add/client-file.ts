import type { NewFeature } from './feature.ts';

/** Writes the client part: the label and the icon for the menus. The screen follows from the definition. */
export const clientFile = ({ names: { camelMany, title } }: NewFeature) =>
  `import { ClipboardList } from 'lucide-react';
import { itemScreens } from '#client/items/item-screens.ts';
import { ${camelMany} } from './contract.ts';

export const ${camelMany}Client = itemScreens(${camelMany}, { label: '${title}', icon: ClipboardList });
`;
