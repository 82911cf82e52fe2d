import type { LucideIcon } from 'lucide-react';
import { createElement, type FunctionComponent } from 'react';
import type { ClientFeature } from '#client/feature.ts';
import { type AppRoute, lazyScreen } from '#client/shell/route.ts';
import type { ItemKind } from '#shared/items.ts';
import type { PlainPath } from '#shared/paths.ts';
import { inWords } from '#shared/words.ts';

/** A feature's screen, whose code is loaded when it is opened. */
type OwnScreen = {
  /** Its source file, from the repository's root. */
  source: string;
  load: () => Promise<{ default: FunctionComponent }>;
};

type Options = {
  /** The entry in every menu. */
  label: string;
  icon: LucideIcon;
  /** The page title, if it differs from the label. */
  title?: string;
  description?: string;
  /** Replaces the kit's screen. */
  screen?: OwnScreen;
  /** Additional screens. Their paths are in `featurePaths`. */
  routes?: AppRoute[];
};

/**
 * Registers the screen of a kind of item:
 *
 *     export const plantsClient = itemScreens(plants, { label: 'Plants', icon: Sprout });
 *
 * Every page downloads this file, so it imports the screen lazily.
 */
export function itemScreens(
  kind: ItemKind & { path: PlainPath },
  {
    label,
    icon,
    title = label,
    description = `Your ${inWords(kind.many)}, on all your devices.`,
    screen: { source, load } = screenOfKit(kind),
    routes = [],
  }: Options,
): ClientFeature {
  const { path, many, photo } = kind;
  return {
    routes: [
      {
        path,
        source,
        screen: lazyScreen(load),
        access: 'signed-in',
        title,
        description,
        prerender: 'shell',
      },
      ...routes,
    ],
    navigation: { label, icon, path },
    counts: { [many]: title },
    ...(photo && {
      recoverPhoto: (result, source) =>
        import('#client/sync/recover-photo.ts').then(({ recoverPhoto }) =>
          recoverPhoto(kind, result, source),
        ),
    }),
  };
}

/** Returns the screen that shows items of any kind. */
const screenOfKit = (kind: ItemKind): OwnScreen => ({
  source: 'client/items/item-screen.tsx',
  load: () =>
    import('./item-screen.tsx').then(({ ItemScreen }) => ({
      default: () => createElement(ItemScreen, { kind }),
    })),
});
