import type { ItemKind } from '#shared/items.ts';
import type { Paths, PlainPathOf } from '#shared/path.ts';
import type { FeatureManifest } from '#shared/web-manifest.ts';
import { noteManifest, notes } from './notes/contract.ts';

/** The kinds of items. Each has endpoints, a screen and a shortcut; its items are synced, exported and imported. */
export const itemKinds = [
  // One line per kind.
  notes,
] as const satisfies ItemKind[];

/**
 * The paths of additional screens. `:name` is a parameter of one segment. 'app': links to the path open the native app.
 * To open the screen of a kind in the app, list its path here.
 */
export const featurePaths = {
  // One line per feature.
} satisfies Paths;

type PlainPath = (typeof itemKinds)[number]['path'] | PlainPathOf<keyof typeof featurePaths>;

/** What features add to the web app manifest besides the shortcuts of their kinds. */
export const featureManifests: FeatureManifest<PlainPath>[] = [
  // One line per feature.
  noteManifest,
];
