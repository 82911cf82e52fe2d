import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startLanguageServer } from '#tooling/language-server.ts';

const server = startLanguageServer();
after(server.stop);

test('editors lead from the call of an endpoint to its declaration in the contract', async () => {
  const { definitionsOf } = await server.open(
    'client/example.tsx',
    `import { api } from '#client/api-client/api.ts';
    import { useEndpoint } from '#client/api-client/query.tsx';
    export const profile = () => api.updateProfile({ body: { first_name: 'A', last_name: 'B' } });
    export const status = () => useEndpoint(api.adminStatus).data?.version;`,
  );
  assert.deepEqual(await definitionsOf('updateProfile'), ['shared/endpoints.ts: updateProfile: {']);
  assert.deepEqual(await definitionsOf('adminStatus'), [
    'shared/admin-endpoints.ts: adminStatus: {',
  ]);
});
