import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { features as registered } from '#features/server.ts';
import type { ServerFeature } from '#server/feature.ts';
import { checkResponse } from '#server/testing/fuzz/check-response.ts';
import {
  type FuzzedRequest,
  type Operation,
  requestTo,
} from '#server/testing/fuzz/fuzzed-request.ts';
import { REFERENCE } from '#server/testing/fuzz/schema-values.ts';
import { createSender } from '#server/testing/fuzz/send-fuzzed.ts';
import { newPerson, startTestServer } from '#server/testing/harness.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { rooms, roomsServer, tasksServer } from '#server/testing/linked-items.ts';
import { kit } from '#shared/endpoints.ts';
import { createTestPerson } from '#tests/support/create-test-person.ts';
import { TEST_PASSWORD } from '#tests/support/test-people.ts';

// Sends the same requests in every run, so that a failure is due to the last change. FUZZ_SEED=$RANDOM sends others,
// FUZZ_SEQUENCES sets how many sequences of up to 30 requests. Fewer on PostgreSQL, because only queries differ.
const seed = Number(process.env.FUZZ_SEED ?? 1);
const numRuns = Number(process.env.FUZZ_SEQUENCES ?? (process.env.TEST_DATABASE_URL ? 80 : 250));

const TIME_LIMIT_MS = 120_000;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const features: ServerFeature[] = [testItemsServer, roomsServer, tasksServer, ...registered];
const endpoints = Object.assign({}, kit, ...features.map(({ endpoints }) => endpoints));
const server = await startTestServer({ features });
const sender = createSender(server.port);
after(async () => {
  sender.close();
  await server.stop();
});

const { paths } = (await server.call(kit.openapi)) as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const statuses = Object.fromEntries(
  operations.map(({ operation: { operationId, responses } }) => [
    operationId,
    Object.keys(responses).map(Number),
  ]),
);

test('no request generated from the API description gets a 5xx, an undeclared response or somebody else’s data', async (t) => {
  const victim = await createVictim();
  const request = fc.oneof(
    ...operations.map(({ path, method, operation }) => ({
      weight: weightOf(operation),
      arbitrary: requestTo(path, method, operation),
    })),
  );
  const sequence = fc.array(request, { minLength: 1, maxLength: 30, size: 'max' });
  let sent = 0;
  let succeeded = 0;
  const property = fc.asyncProperty(sequence, async (requests) => {
    const attacker = await createAttacker();
    for (const fuzzed of requests) {
      const response = await sendAs(attacker, fuzzed);
      sent++;
      if (response.ok) succeeded++;
    }
  });
  // Limits the search for a shorter failing sequence.
  await fc.assert(property, { seed, numRuns, interruptAfterTimeLimit: TIME_LIMIT_MS });
  t.diagnostic(`${sent} requests, ${succeeded} of them succeeded, seed ${seed}`);
  assert.deepEqual(await victim.rows(), victim.planted, 'what belongs to somebody else changed');
  await server.as(victim.token).call(kit.me);
  await checkReferences(victim.userId);

  type Attacker = Awaited<ReturnType<typeof createAttacker>>;

  async function sendAs({ tokens, own }: Attacker, fuzzed: FuzzedRequest) {
    // Admins may see and change the victim's account, so they get no references to it.
    const isAboutPeople = fuzzed.caller === 'admin' && fuzzed.path.startsWith('/api/admin/');
    const resolved = { ...fuzzed, path: resolve(fuzzed.path), body: resolve(fuzzed.body) };
    const response = await sender.send(resolved, tokens[fuzzed.caller]);
    try {
      const text = Buffer.from(await response.clone().arrayBuffer()).toString();
      const received = `${JSON.stringify([...response.headers])} ${text}`;
      for (const secret of isAboutPeople ? victim.content : victim.secrets)
        assert.ok(!received.includes(secret), `the response contains ${secret}`);
      const [path = ''] = resolved.path.split('?');
      const namesVictim = victim.names.some((name) => path.includes(name));
      // A preflight only asks whether a request would be allowed to another origin.
      const isDenied = !response.ok || fuzzed.method === 'OPTIONS';
      assert.ok(!namesVictim || isDenied, 'somebody else’s data can be read or changed');
      await checkResponse(
        response,
        fuzzed,
        endpoints[fuzzed.operation],
        statuses[fuzzed.operation] ?? [],
      );
      if (isAboutPeople) return response;
      for (const [, id] of text.matchAll(/"(?:id|filePath)":"([\w.-]{20,})"/g))
        own.push(id as string);
    } catch (error) {
      const sentAs = JSON.stringify({ ...resolved, caller: fuzzed.caller }, null, 2);
      throw new Error(`${error}\nrepeat with FUZZ_SEED=${seed}; the request was ${sentAs}`, {
        cause: error,
      });
    }
    return response;

    /** Replaces references to data of the caller or the victim. */
    function resolve(text: string) {
      return text.replace(REFERENCE, (_, owner, index) => {
        const known = owner === 'own' || isAboutPeople ? own : victim.names;
        return known[Number(index) % known.length] as string;
      });
    }
  }
});

/** Fails if an item refers to the victim's item, or if no request of the others has linked two items. */
async function checkReferences(victimId: string) {
  const owners = new Map(
    (await server.everyRow('test_rooms')).map(({ id, user_id }) => [id, user_id]),
  );
  const tasks = await server.everyRow('test_tasks');
  const links = tasks.flatMap(({ user_id, room, store, shelf }) =>
    [room, store, shelf].flatMap((id) => (id === null ? [] : [{ user_id, owner: owners.get(id) }])),
  );
  for (const { user_id, owner } of links) assert.equal(owner, user_id);
  // Few requests succeed in it, so that other seeds may have none.
  const isUsual = !process.env.FUZZ_SEED && !process.env.FUZZ_SEQUENCES;
  assert.ok(!isUsual || links.some(({ user_id }) => user_id !== victimId));
}

function weightOf({ operationId, requestBody }: Operation) {
  // Otherwise hashing passwords would take most of the time.
  if ('password' in (requestBody?.content['application/json']?.schema.properties ?? {})) return 1;
  // Few of these requests are valid, because they name other items.
  return operationId.endsWith('TestTask') ? 9 : 3;
}

/** Creates the user whose data nobody else may see, with content of every feature and unguessable names. */
async function createVictim() {
  const person = { ...newPerson(), first_name: `Name ${crypto.randomUUID()}` };
  const { token, user } = await server.signUp({
    ...person,
    email: `${crypto.randomUUID()}@example.com`,
  });
  for (const feature of server.running.features) await feature.seedDemo?.(user);
  await server.waitForSweep();
  const tables = features.flatMap(({ tables }) => tables);
  const rows = () => server.rowsOf(user.id, ['users', 'files', ...tables]);
  const planted = await rows();
  const texts = new Set(planted.flatMap((row) => Object.values(row)).filter(isTelling));
  const secrets = [...texts]
    .filter((text) => !UUID.test(text))
    .map((text) => JSON.stringify(text).slice(1, -1));
  return {
    token,
    userId: user.id,
    rows,
    planted,
    /**
     * What no response to others may contain, as JSON text. Not the ids: anyone who knows one can give it to a row of
     * another table.
     */
    secrets,
    /** What not even an admin may see: everything but name and address. */
    content: secrets.filter((text) => ![user.first_name, user.email].includes(text)),
    /** What others may try to name: ids, paths of photos and the address. */
    names: [...texts].filter((text) => /^[\w.@-]+$/.test(text)),
  };
}

/** Tells whether a value identifies its owner: times, types, hashes and common words do not. */
function isTelling(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length > 20 && !/^\d{4}-\d\d-\d\dT|^image\//.test(value)
  );
}

/** Creates a signed-in user and an admin for one sequence of requests. */
async function createAttacker() {
  const account = { ...newPerson(), password: TEST_PASSWORD };
  const person = await createTestPerson(server.running, { ...account, user_type: 'user' });
  const admin = await createTestPerson(server.running, {
    ...newPerson(),
    password: TEST_PASSWORD,
    user_type: 'admin',
  });
  const attacker = server.as(person.token);
  const { test_room } = await attacker.call(rooms.create, {
    body: { name: 'Something to refer to' },
  });
  return {
    tokens: {
      anonymous: undefined,
      user: person.token,
      admin: admin.token,
      recovery: await server.running.tokens.issueRecovery(person.user.id),
    },
    /** Ids and paths that the sequence may use, including received ones. */
    own: [test_room.id, person.email, person.user.id],
  };
}
