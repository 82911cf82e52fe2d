import type { Endpoint } from '#shared/endpoint.ts';

/**
 * Additional endpoints. Their schemas are only for the server: the build strips them from the client. A feature keeps
 * its endpoints in a separate file, because every page downloads its contract.
 */
export const featureEndpoints = {
  // One line per feature.
} satisfies Record<string, Endpoint>;
