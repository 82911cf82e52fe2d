import assert from 'node:assert/strict';
import type { Operation } from '#server/items/routes.ts';
import { titleFieldIn } from '#shared/described-fields.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { ItemContract } from '#shared/item-contract.ts';
import type { startTestServer } from './harness.ts';
import { SECRET_TEXT, testPermissions } from './permissions.ts';

type Server<E extends Record<string, Endpoint>> = Awaited<ReturnType<typeof startTestServer<E>>>;
type AnyServer = Server<Record<string, Endpoint>>;
type Owner = Awaited<ReturnType<AnyServer['signUp']>>;

type Test<E extends Record<string, Endpoint>> = {
  server: Server<E>;
  endpoints: E;
  /** The contract of the items. */
  items: ItemContract & Record<Operation, Endpoint>;
  /** The fields of a valid item. */
  body: object;
  /** The rows of further endpoints, without a heading, and their requests. */
  further?: Pick<Parameters<typeof testPermissions<E>>[0], 'table' | 'requests'>;
};

/** Tests who may use the endpoints of items: only their owner, whatever ids somebody else sends. */
export function testItemPermissions<E extends Record<string, Endpoint>>({
  server,
  endpoints,
  items,
  body,
  further,
}: Test<E>) {
  const [list, create, update, remove, restore] = (
    ['list', 'create', 'update', 'remove', 'restore'] as const
  ).map((operation) => nameOf(endpoints, items[operation]));
  const title = titleFieldIn(items)?.name;
  assert.ok(list && create && update && remove && restore && title);

  testPermissions({
    server: server as unknown as AnyServer,
    endpoints: endpoints as Record<string, Endpoint>,
    ownedTables: ['users', items.many as 'users', 'deletions'],
    table: `
      endpoint   anonymous  owner  other  admin  ended  recovery  signature
      ${list}          401    200    200    200    401       401        401
      ${create}        401    201    404    404    401       401        401
      ${update}        401    200    404    404    401       401        401
      ${remove}        401    200    404    404    401       401        401
      ${restore}       401    200    404    404    401       401        401
      ${further?.table.trim() ?? ''}`,
    requests: {
      ...(further?.requests as object),
      [list]: async ({ owner }) => {
        // So that there is something that others must not get.
        await createItem(owner);
        return {};
      },
      [create]: async ({ owner }) => ({ body: { ...body, ...(await createItem(owner)) } }),
      [update]: async ({ owner }) => ({ params: await createItem(owner), body }),
      [remove]: async ({ owner }) => ({ params: await createItem(owner) }),
      [restore]: async ({ owner }) => {
        const params = await createItem(owner);
        await owner.call(remove, { params });
        return { params };
      },
    },
  });

  /** Creates an item whose title nobody else may read. */
  async function createItem(owner: Owner) {
    const secret = { ...body, [title as string]: SECRET_TEXT } as never;
    const response: object = await owner.call(create as string, { body: secret });
    return { id: (response as Record<string, { id: string }>)[items.one]?.id as string };
  }
}

function nameOf(endpoints: Record<string, Endpoint>, endpoint: Endpoint) {
  return Object.keys(endpoints).find((name) => endpoints[name] === endpoint);
}
