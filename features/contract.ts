import type { Endpoint } from '#shared/endpoint.ts';
import type { PortableFields } from '#shared/export.ts';
import type { Paths } from '#shared/path.ts';
import type { FeatureManifest } from '#shared/web-manifest.ts';
import { noteEndpoints, noteFields, noteManifest, notePaths } from './notes/contract.ts';

export const featureEndpoints = {
  // One line per feature.
  ...noteEndpoints,
} satisfies Record<string, Endpoint>;

/** The paths of the screens. `:name` is a parameter of one segment. 'app': links to it open the native app. */
export const featurePaths = {
  // One line per feature.
  ...notePaths,
} satisfies Paths;

/** What the features add to the manifest of the web app. The app starts with the first one. */
export const featureManifests: FeatureManifest<typeof featurePaths>[] = [
  // One line per feature.
  noteManifest,
];

/** The fields of the items that can be exported and imported, by the name of their table. */
export const portableFields: Record<string, PortableFields> = {
  // One line per feature.
  notes: noteFields,
};
