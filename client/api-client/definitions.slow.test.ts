import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startLanguageServer } from '#tests/support/language-server.ts';

const server = startLanguageServer();
after(server.stop);

test('editors lead from the call of an endpoint to its declaration in the contract', async () => {
  const { definitionsOf } = await server.open(
    'client/example.tsx',
    `import { api } from '#client/api-client/api.ts';
    import { useEndpoint } from '#client/api-client/query.tsx';
    import { adminApi } from '#client/admin/admin-api.ts';
    export const profile = () => api.updateProfile({ body: { first_name: 'A', last_name: 'B' } });
    export const status = () => useEndpoint(adminApi.adminStatus).data?.version;`,
  );
  assert.deepEqual(await definitionsOf('updateProfile'), ['shared/endpoints.ts: updateProfile: {']);
  assert.deepEqual(await definitionsOf('adminStatus'), [
    'shared/admin-endpoints.ts: adminStatus: {',
  ]);
});

test('editors lead from the call of an endpoint of a kind of item to the definitions of both', async () => {
  const { definitionsOf } = await server.open(
    'client/example-of-items.ts',
    `import { callEndpoint } from '#client/api-client/api.ts';
    import { events } from '#client/testing/event-kind.ts';
    export const add = () => callEndpoint(events.create, { body: { title: 'Concert', seats: 80 } });`,
  );
  assert.deepEqual(await definitionsOf('events'), [
    'client/testing/event-kind.ts: export const events = defineItems({',
  ]);
  const [create] = await definitionsOf('create');
  assert.match(create ?? '', /^shared\/items\.ts: create: /);
});
