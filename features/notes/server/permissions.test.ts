import { after } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { SECRET_TEXT, testPermissions } from '#server/testing/permissions.ts';
import { recordStatements, testQueryPlans } from '#server/testing/query-plans.ts';
import { noteEndpoints } from '../contract.ts';
import { notes } from './feature.ts';

const statements = recordStatements();
const server = await startTestServer({ features: [notes] });
after(server.stop);

testPermissions({
  server,
  endpoints: noteEndpoints,
  ownedTables: ['users', 'notes', 'deletions'],
  table: `
    endpoint    anonymous  owner  other  admin  ended  recovery  signature
    listNotes         401    200    200    200    401       401        401
    createNote        401    201    404    404    401       401        401
    updateNote        401    200    404    404    401       401        401
    deleteNote        401    200    404    404    401       401        401
    restoreNote       401    200    404    404    401       401        401
  `,
  requests: {
    listNotes: async ({ owner }) => {
      await noteOf(owner);
      return {};
    },
    createNote: async ({ owner }) => ({
      body: { id: await noteOf(owner), title: 'Taken over', content: 'Taken over' },
    }),
    updateNote: async ({ owner }) => ({
      params: { id: await noteOf(owner) },
      body: { title: 'Taken over', content: 'Taken over' },
    }),
    deleteNote: async ({ owner }) => ({ params: { id: await noteOf(owner) } }),
    restoreNote: async ({ owner }) => {
      const id = await noteOf(owner);
      await owner.call('deleteNote', { params: { id } });
      return { params: { id } };
    },
  },
});

testQueryPlans(server, statements);

async function noteOf(owner: Awaited<ReturnType<typeof server.signUp>>) {
  const body = { title: 'Mine', content: SECRET_TEXT };
  return (await owner.call('createNote', { body })).note.id;
}
