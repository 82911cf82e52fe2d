import { runServer } from '#server/run-server.ts';
import { itemEndpoints } from './items/contract.ts';
import { items } from './items/feature.ts';

// The real server with the feature for tests, for tests that need a process of its own.
await runServer([items], itemEndpoints);
