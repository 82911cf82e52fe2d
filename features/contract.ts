import type { Endpoint } from '#shared/endpoint.ts';
import { noteEndpoints } from './notes/contract.ts';

export const featureEndpoints = {
  // One line per feature.
  ...noteEndpoints,
} satisfies Record<string, Endpoint>;
