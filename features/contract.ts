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
 * The paths of further screens. `:name` is a parameter of one segment. 'app': links to it open the native app, also to
 * the screen of a kind, if its path is listed here.
 */
export const featurePaths = {
  // One line per feature.
} satisfies Paths;

type PlainPath = (typeof itemKinds)[number]['path'] | PlainPathOf<keyof typeof featurePaths>;

/** What features add to the manifest of the web app besides the shortcuts of their kinds of items. */
export const featureManifests: FeatureManifest<PlainPath>[] = [
  // One line per feature.
  noteManifest,
];
