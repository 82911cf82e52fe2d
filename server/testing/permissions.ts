import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schema } from '#server/database/schema.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { createTestPerson } from '#tests/support/create-test-person.ts';
import { TEST_PASSWORD } from '#tests/support/test-people.ts';
import type { CallOptions } from './client.ts';
import { newPerson, type Person, type TestServer } from './harness.ts';

/**
 * Who calls an endpoint. owner: the user whose data the request concerns. other, admin: somebody else. ended: the owner
 * after signing out. recovery: the holder of the owner's reset link. signature: the holder of the owner's signed URL.
 */
const CALLERS = ['anonymous', 'owner', 'other', 'admin', 'ended', 'recovery', 'signature'] as const;
type Caller = (typeof CALLERS)[number];

/** A text that only the owner may read. It is the owner's last name, and requests can put it into what they create. */
export const SECRET_TEXT = 'secret-8f14e45fceea167a5a36dedd4bea2543';

/** Returns the test title for an endpoint, by which `server/feature.test.ts` knows that it was run. */
export const permissionTestTitle = (endpoint: string) =>
  `${endpoint} responds to each caller as the table of permissions says`;

/** Prepares a request, for example by creating the item that it names. */
type Prepare = (people: { owner: Person; other: Person }) => CallOptions | Promise<CallOptions>;

/**
 * Tests which callers may use which endpoints. `table` has a line per endpoint with the status that each caller gets.
 * `requests` has the input of endpoints that need any. Also fails if somebody else receives the owner's text or changes
 * the owner's rows.
 */
export function testPermissions<E extends Record<string, Endpoint>>({
  server,
  endpoints,
  ownedTables,
  aboutPeople = [],
  table,
  requests,
}: {
  server: TestServer;
  /** The endpoints by their names in `table` and `requests`. */
  endpoints: E;
  /** The tables that must not change when a request is denied. */
  ownedTables: (keyof Schema)[];
  /** The endpoints with which admins list and change accounts. */
  aboutPeople?: (keyof E)[];
  table: string;
  requests: { [Name in keyof E]?: Prepare };
}) {
  const { callers, rows } = parseTable(table);

  test('every endpoint has a row in the table of permissions, and every row an endpoint', () => {
    assert.deepEqual(callers, CALLERS);
    assert.deepEqual(rows.map(({ name }) => name).sort(), Object.keys(endpoints).sort());
    for (const { name, statuses } of rows) assert.equal(statuses.length, CALLERS.length, name);
  });

  for (const { name, statuses } of rows)
    test(permissionTestTitle(name), async () => {
      const responded = await Promise.all(CALLERS.map((caller) => statusFor(caller, name)));
      const byCaller = (all: (number | undefined)[]) =>
        Object.fromEntries(CALLERS.map((caller, index) => [caller, all[index]]));
      assert.deepEqual(byCaller(responded), byCaller(statuses));
    });

  /** Sends an endpoint's request as one caller, with newly created users. Returns the status. */
  async function statusFor(caller: Caller, name: string) {
    const owner = await server.signUp({ last_name: SECRET_TEXT });
    const other = await server.signUp();
    const options = (await requests[name]?.({ owner, other })) ?? {};
    const before = await server.rowsOf(owner.user.id, ownedTables);
    const response = await server.request(endpoints[name] as Endpoint, {
      ...options,
      ...(await credentialsOf(caller, owner, other, options)),
    });
    const { status } = response;
    const mayKnow = caller === 'admin' && aboutPeople.includes(name);
    if (isEventStream(response)) await response.body?.cancel();
    else if (caller !== 'owner' && !mayKnow)
      assert.doesNotMatch(await response.text(), new RegExp(SECRET_TEXT), `${name} for ${caller}`);
    // The holder of the reset link may set the owner's password.
    if (status >= 400 || (caller !== 'owner' && caller !== 'recovery' && !mayKnow))
      assert.deepEqual(
        await server.rowsOf(owner.user.id, ownedTables),
        before,
        `${name} for ${caller}`,
      );
    return status;
  }

  async function credentialsOf(
    caller: Caller,
    owner: Person,
    other: Person,
    { params = {}, query = {} }: CallOptions,
  ): Promise<CallOptions> {
    const { sessions, tokens, signer } = server.running;
    switch (caller) {
      case 'anonymous':
        return {};
      case 'owner':
        return { token: owner.token };
      case 'other':
        return { token: other.token };
      case 'admin': {
        const admin = { ...newPerson(), password: TEST_PASSWORD, user_type: 'admin' as const };
        return { token: (await createTestPerson(server.running, admin)).token };
      }
      case 'ended':
        await sessions.end(owner.token);
        return { token: owner.token };
      case 'recovery':
        return { token: await tokens.issueRecovery(owner.user.id) };
      case 'signature':
        return { query: { ...query, ...(await signer.sign(params.path ?? '')) } };
    }
  }
}

function parseTable(table: string) {
  const [head = '', ...lines] = table.trim().split('\n');
  const rows = lines.map((line) => {
    const [name = '', ...statuses] = line.trim().split(/\s+/);
    return { name, statuses: statuses.map(Number) };
  });
  return { callers: head.trim().split(/\s+/).slice(1), rows };
}

const isEventStream = ({ headers }: Response) =>
  headers.get('content-type')?.startsWith('text/event-stream');
