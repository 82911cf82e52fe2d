import { after } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { testItemPermissions } from '#server/testing/item-permissions.ts';
import { recordStatements, testQueryPlans } from '#server/testing/query-plans.ts';
import { noteEndpoints, noteItems } from '../contract.ts';
import { notes } from './feature.ts';

const statements = recordStatements();
const server = await startTestServer({ features: [notes] });
after(server.stop);

testItemPermissions({
  server,
  endpoints: noteEndpoints,
  items: noteItems,
  body: { title: 'Title', content: 'Content' },
});

testQueryPlans(server, statements);
