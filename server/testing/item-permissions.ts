import assert from 'node:assert/strict';
import type { Schema } from '#server/database/schema.ts';
import { titleFieldIn } from '#shared/described-fields.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { endpointsOf, type ItemKind } from '#shared/items.ts';
import type { Person, TestServer } from './harness.ts';
import { SECRET_TEXT, testPermissions } from './permissions.ts';

type Test = {
  server: TestServer;
  kind: ItemKind;
  /** The fields of a valid item. */
  body: object;
  /** Creates the items that a valid item refers to. Returns the fields that refer to them. */
  refer?: (owner: Person) => Promise<object>;
  /**
   * Additional endpoints, their rows of the table (without the heading), their requests, and additional tables that
   * must not change when a request is denied. A request about an item, such as `/api/plants/:id/water`, by default
   * names an item of the owner.
   */
  further?: Pick<Permissions, 'endpoints' | 'table'> &
    Partial<Pick<Permissions, 'requests' | 'ownedTables'>>;
};

type Permissions = Parameters<typeof testPermissions>[0];

/** Tests who may use the endpoints of items: only their owner, whatever ids somebody else sends. */
export function testItemPermissions({
  server,
  kind,
  body,
  refer = async () => ({}),
  further,
}: Test) {
  const endpoints = endpointsOf(kind);
  const [list = '', create = '', update = '', remove = '', restore = ''] = Object.keys(endpoints);
  const title = titleFieldIn(kind)?.name ?? '';
  const aboutItem = Object.entries(further?.endpoints ?? {})
    .filter(([, { path }]) => path.startsWith(`${kind.update.path}/`))
    .map(([name]) => [
      name,
      async ({ owner }: { owner: Person }) => ({ params: await createItem(owner) }),
    ]);

  testPermissions({
    server,
    endpoints: { ...endpoints, ...further?.endpoints },
    ownedTables: ['users', kind.many as keyof Schema, 'deletions', ...(further?.ownedTables ?? [])],
    table: `
      endpoint   anonymous  owner  other  admin  ended  recovery  signature
      ${list}          401    200    200    200    401       401        401
      ${create}        401    201    404    404    401       401        401
      ${update}        401    200    404    404    401       401        401
      ${remove}        401    200    404    404    401       401        401
      ${restore}       401    200    404    404    401       401        401
      ${further?.table.trim() ?? ''}`,
    requests: {
      ...Object.fromEntries(aboutItem),
      ...further?.requests,
      [list]: async ({ owner }) => {
        // Gives the owner something that others must not get.
        await createItem(owner);
        return {};
      },
      [create]: async ({ owner }) => ({
        body: { ...body, ...(await refer(owner)), ...(await createItem(owner)) },
      }),
      [update]: async ({ owner }) => ({
        params: await createItem(owner),
        body: { ...body, ...(await refer(owner)) },
      }),
      [remove]: async ({ owner }) => ({ params: await createItem(owner) }),
      [restore]: async ({ owner }) => {
        const params = await createItem(owner);
        await owner.call(kind.remove, { params });
        return { params };
      },
    },
  });

  /** Creates an item whose title nobody else may read. */
  async function createItem(owner: Person) {
    const secret = { ...body, ...(await refer(owner)), [title]: SECRET_TEXT };
    const response = await owner.call<Endpoint>(kind.create, { body: secret as never });
    const { id } = (response as Record<string, { id: string }>)[kind.one] ?? {};
    assert.ok(id);
    return { id };
  }
}
