import type { ClientFeature } from '#client/feature.ts';
import { notesClient } from './notes/client.ts';

/** The features of the client, in the order of the menus. */
export const features: ClientFeature[] = [
  // One line per feature.
  notesClient,
];
