import { parentPort } from 'node:worker_threads';
import { adminEndpoints } from '#shared/admin-endpoints.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { endpoints } from '#shared/endpoints.ts';
import { exportEndpoints } from '#shared/export-endpoints.ts';
import { shareTarget } from '#shared/share-target.ts';

// Sends the parts of the contract that the client needs at run time. Runs in a worker thread, because each new thread
// loads the modules again and so reads the current contract.
parentPort?.postMessage({
  endpoints: withoutSchemas(endpoints),
  adminEndpoints: withoutSchemas(adminEndpoints),
  exportEndpoints: withoutSchemas(exportEndpoints),
  shareTarget,
});

/** Leaves out the schemas, which every page would download. */
function withoutSchemas(all: Record<string, Endpoint>) {
  return Object.fromEntries(
    Object.entries(all).map(([name, { method, path, access, fallbackError, response }]) => {
      const isBinary = response === 'image' || response === 'archive';
      return [name, { method, path, access, fallbackError, ...(isBinary && { response }) }];
    }),
  );
}
