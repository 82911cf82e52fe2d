import type { ServerFeature } from '#server/feature.ts';
import { notesServer } from './notes/server.ts';

export const features: ServerFeature[] = [
  // One line per feature.
  notesServer,
];
