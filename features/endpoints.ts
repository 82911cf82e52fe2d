import type { Endpoint } from '#shared/endpoint.ts';

/**
 * Further endpoints. Their schemas are only for the server: the build gives the client the rest. A feature has them in a
 * file of their own, because every page downloads its contract.
 */
export const featureEndpoints = {
  // One line per feature.
} satisfies Record<string, Endpoint>;
