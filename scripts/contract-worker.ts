import { parentPort } from 'node:worker_threads';
import type { Endpoint } from '#shared/endpoint.ts';
import { endpoints } from '#shared/endpoints.ts';

// Sends what the client needs of the contract at run time. It runs in a worker thread, because each thread loads
// the modules again: a later thread reads the contract as it is then.
parentPort?.postMessage(
  Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => {
      const { method, path, access, fallbackError, response }: Endpoint = endpoint;
      const isBinary = response === 'image' || response === 'archive';
      return [name, { method, path, access, fallbackError, ...(isBinary && { response }) }];
    }),
  ),
);
