import type { Endpoint } from '#shared/endpoint.ts';
import type { FeatureManifest } from '#shared/web-manifest.ts';
import { noteEndpoints, noteManifest } from './notes/contract.ts';

export const featureEndpoints = {
  // One line per feature.
  ...noteEndpoints,
} satisfies Record<string, Endpoint>;

/** What the features add to the manifest of the web app. The app starts with the first one. */
export const featureManifests: FeatureManifest[] = [
  // One line per feature.
  noteManifest,
];
