import { testDeployments } from './deployments.ts';

testDeployments('SQLite', { number: 7 });
