import { parentPort } from 'node:worker_threads';
import { adminEndpoints } from '#shared/admin-endpoints.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { endpoints } from '#shared/endpoints.ts';
import { exportEndpoints } from '#shared/export-endpoints.ts';
import { shareTarget } from '#shared/share-target.ts';

// Sends what the client needs of the contract at run time. It runs in a worker thread, because each thread loads
// the modules again: a later thread reads the contract as it is then.
parentPort?.postMessage({
  endpoints: withoutSchemas(endpoints),
  adminEndpoints: withoutSchemas(adminEndpoints),
  exportEndpoints: withoutSchemas(exportEndpoints),
  shareTarget,
});

/** Leaves out the schemas: every page would download them. */
function withoutSchemas(all: Record<string, Endpoint>) {
  return Object.fromEntries(
    Object.entries(all).map(([name, { method, path, access, fallbackError, response }]) => {
      const isBinary = response === 'image' || response === 'archive';
      return [name, { method, path, access, fallbackError, ...(isBinary && { response }) }];
    }),
  );
}
