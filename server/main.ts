import { itemKinds } from '#features/contract.ts';
import { featureEndpoints } from '#features/endpoints.ts';
import { features } from '#features/server.ts';
import { endpointsOf } from '#shared/items.ts';
import { runServer } from './process/run-server.ts';

await runServer(features, Object.assign({}, featureEndpoints, ...itemKinds.map(endpointsOf)));
