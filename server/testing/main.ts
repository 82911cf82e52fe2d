import { runServer } from '#server/run-server.ts';
import { itemEndpoints } from './items/contract.ts';
import { items } from './items/feature.ts';

// Runs the real server with the test feature, for tests that need a separate process.
await runServer([items], itemEndpoints);
