import { featureManifests } from '#features/contract.ts';
import type { FeatureManifest } from './web-manifest.ts';

export type ShareTarget = NonNullable<FeatureManifest['shareTarget']>;

/** The screen that opens when another app shares something, and turns it into drafts. */
export const shareTarget = findShareTarget(featureManifests);

/** Finds the share target of the features. Throws if there are several: an app can have only one. */
export function findShareTarget<Path extends `/${string}`>(manifests: FeatureManifest<Path>[]) {
  const targets = manifests.flatMap(({ shareTarget }) => shareTarget ?? []);
  if (targets.length > 1)
    throw new Error(
      `Only one feature can have a share target: remove it from all but one of ${targets.map(({ path }) => path).join(', ')}`,
    );
  return targets[0];
}
