import type { Endpoint } from '#shared/endpoint.ts';
import type { PortableFields } from '#shared/export.ts';
import type { FeatureManifest } from '#shared/web-manifest.ts';
import { noteEndpoints, noteManifest, noteText } from './notes/contract.ts';

export const featureEndpoints = {
  // One line per feature.
  ...noteEndpoints,
} satisfies Record<string, Endpoint>;

/** What the features add to the manifest of the web app. The app starts with the first one. */
export const featureManifests: FeatureManifest[] = [
  // One line per feature.
  noteManifest,
];

/** The fields of the items that can be exported and imported, by the name of their table. */
export const portableFields: Record<string, PortableFields> = {
  // One line per feature.
  notes: noteText,
};
