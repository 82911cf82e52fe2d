import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { testItems } from '#server/testing/items/contract.ts';
import { startTestServer } from './harness.ts';

const server = await startTestServer();
after(server.stop);

test('a request that fails unexpectedly shows the error and the statement in the output of the test', async () => {
  const person = await server.signUp();
  await server.query.schema.alterTable('items').dropColumn('text').execute();
  const failures = [
    [() => person.call(testItems.create, { body: { text: 'Hello' } }), /insert into "items"/],
    [() => person.request(testItems.list), /select .+ from "items"/],
  ] as const;
  for (const [send, statement] of failures)
    await assert.rejects(send, ({ message, cause }: Error) => {
      assert.match(message, /^(POST|GET) \/api\/items responded with 500: .*\btext\b/);
      assert.match((cause as { statement: string }).statement, statement);
      return true;
    });
});
