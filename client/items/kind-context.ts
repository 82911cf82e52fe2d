import { createContext, use } from 'react';
import type { ItemKind } from '#shared/items.ts';
import type { ItemMessages } from './item-messages.ts';

/** A kind of item and the text of its screen. */
export type ShownKind = { kind: ItemKind; messages: ItemMessages };

/** `ItemScreen` provides it. A custom screen that uses parts of `ItemScreen` must provide it itself. */
export const KindContext = createContext<ShownKind | undefined>(undefined);

/** Returns the kind of item that the screen shows, and the texts of the screen. */
export function useKind(): ShownKind {
  const shown = use(KindContext);
  if (!shown) throw new Error('useKind needs a KindContext, which ItemScreen provides');
  return shown;
}
