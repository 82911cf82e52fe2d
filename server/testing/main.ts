import { runServer } from '#server/process/run-server.ts';
import { testItemsServer } from './items/feature.ts';

/** Runs the server with the feature for tests. */
await runServer([testItemsServer], testItemsServer.endpoints);
