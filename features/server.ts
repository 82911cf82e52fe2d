import type { ServerFeature } from '#server/feature.ts';
import { notes } from './notes/server/feature.ts';

export const features: ServerFeature[] = [
  // One line per feature.
  notes,
];
