import { featureEndpoints } from '#features/contract.ts';
import { features } from '#features/server.ts';
import { runServer } from './run-server.ts';

await runServer(features, featureEndpoints);
