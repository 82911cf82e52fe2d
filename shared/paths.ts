import { featurePaths, itemKinds } from '#features/contract.ts';
import type { Paths, PlainPathOf } from './path.ts';

/** The paths of the screens and what opens links to them. The paths of kinds of items are added below. */
const declaredPaths = {
  '/': 'browser',
  '/about': 'browser',
  '/help': 'browser',
  '/login': 'browser',
  '/signup': 'browser',
  '/confirm': 'app',
  '/reset-password': 'app',
  '/profile': 'browser',
  '/admin-dashboard': 'browser',
  ...featurePaths,
} as const satisfies Paths;

/** The paths of all screens. Any other path shows the 404 page. */
export type RoutePath = keyof typeof declaredPaths | (typeof itemKinds)[number]['path'];

/** Lists the paths of all screens. */
export const allPaths = () => [
  ...Object.keys(declaredPaths),
  ...itemKinds.map(({ path }): string => path),
];

/** A path without parameters. */
export type PlainPath = PlainPathOf<RoutePath>;

/**
 * The target of a link inside the app: a screen with an optional query or fragment, or another query or fragment of the
 * same screen. `pathTo` in client/shell/navigate.ts returns the address of a screen whose path has parameters.
 */
export type Address =
  | PlainPath
  | `${PlainPath}${'?' | '#'}${string}`
  | `${'?' | '#'}${string}`
  | FilledPath;

export type FilledPath = string & { readonly isFilled: true };

/** Lists the paths of the links that open the native app. */
export const appLinkPaths = () =>
  Object.entries<string>(declaredPaths)
    .filter(([, opener]) => opener === 'app')
    .map(([path]) => path);
