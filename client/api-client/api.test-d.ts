import { adminApi } from '#client/admin/admin-api.ts';
import { events } from '#client/testing/event-kind.ts';
import type { ItemKind } from '#shared/items.ts';
import { api, callEndpoint } from './api.ts';
import type { useEndpoint } from './query.tsx';

// Not run, only compiled: each `@ts-expect-error` without an error below it makes tsc fail, and so `npm test`.

/** Checks that a call takes what its endpoint declares, and nothing else. */
export function calls() {
  const profile = { first_name: 'Ada', last_name: 'Byron' };
  return [
    api.me(),
    api.updateProfile({ body: profile }),
    api.readFile({ params: { path: 'a' }, query: { w: '320' } }),
    // @ts-expect-error: there is no such endpoint
    api.updateProfil({ body: profile }),
    // @ts-expect-error: the body is missing
    api.updateProfile(),
    // @ts-expect-error: a field of the body is missing
    api.updateProfile({ body: { first_name: 'Ada' } }),
    // @ts-expect-error: a field of the body has another type
    api.updateProfile({ body: { ...profile, last_name: 1 } }),
    // @ts-expect-error: the endpoint has no body
    api.me({ body: profile }),
    // @ts-expect-error: the parameter of the path is missing
    api.readFile(),
    // @ts-expect-error: the parameter has another name
    api.readFile({ params: { id: 'a' } }),
    // @ts-expect-error: the query has another name
    api.readFile({ params: { path: 'a' }, query: { width: '320' } }),
  ];
}

/** Checks that a response has the fields that its endpoint declares. */
export async function responses() {
  const result = await api.login({ body: { email: '', password: '' } });
  // @ts-expect-error: only a successful response has a token
  result.token.length;
  if (!result.success) return result.error.length;
  // @ts-expect-error: the response has no such field
  result.tokens;
  return result.token.length;
}

/** Checks that a query takes an endpoint that is read with GET, and its parameters. */
export function queries(query: typeof useEndpoint) {
  return [
    query(adminApi.adminStatus, { staleTime: 0 }).data?.version.length,
    query(api.signFile, { params: { path: 'a' } }).data?.url.length,
    // @ts-expect-error: not a GET
    query(api.updateProfile),
    // @ts-expect-error: not JSON
    query(api.readFile, { params: { path: 'a' } }),
    // @ts-expect-error: the parameter of the path is missing
    query(api.signFile),
    // @ts-expect-error: the response has no such field
    query(adminApi.adminStatus).data?.versions,
  ];
}

/** Checks that a call of an endpoint of a kind of item takes what its definition says, and nothing else. */
export function itemCalls() {
  const params = { id: 'a' };
  return [
    callEndpoint(events.list),
    callEndpoint(events.list, { query: { limit: '10' } }),
    callEndpoint(events.create, { body: { title: 'Concert', seats: 80, place: 'park' } }),
    callEndpoint(events.update, { params, body: { title: 'Concert', seats: 80, version: 2 } }),
    callEndpoint(events.restore, { params, query: { deletion: 'b' } }),
    // @ts-expect-error: a required field is missing
    callEndpoint(events.create, { body: { title: 'Concert' } }),
    // @ts-expect-error: a field has another type
    callEndpoint(events.create, { body: { title: 'Concert', seats: '80' } }),
    // @ts-expect-error: not an option of the field
    callEndpoint(events.create, { body: { title: 'Concert', seats: 80, place: 'roof' } }),
    // @ts-expect-error: there is no such field
    callEndpoint(events.create, { body: { title: 'Concert', seats: 80, price: 1 } }),
    // @ts-expect-error: the parameter of the path is missing
    callEndpoint(events.update, { body: { title: 'Concert', seats: 80 } }),
    // @ts-expect-error: the endpoint has no body
    callEndpoint(events.restore, { params, body: {} }),
  ];
}

/** Checks that the response of an endpoint of a kind of item has its fields. */
export async function itemResponses() {
  const created = await callEndpoint(events.create, { body: { title: 'Concert', seats: 80 } });
  if (!created.success) return created.error.length;
  // @ts-expect-error: there is no such field
  created.event.price;
  const listed = await callEndpoint(events.list);
  // @ts-expect-error: the number of seats is not a text
  if (listed.success) listed.events[0]?.seats.length;
  const params = { id: 'a' };
  const updated = await callEndpoint(events.update, { params, body: { title: '', seats: 1 } });
  if (!updated.success) return updated.conflict?.event.title.length;
  return created.event.title.length + updated.event.version + created.seq;
}

/** Checks that an endpoint of a kind that is only known at run time can be called. */
export async function callsOfAnyKind(kind: ItemKind) {
  const body = { anything: true };
  const result = await callEndpoint(kind.update, { params: { id: 'a' }, body, bearer: 'b' });
  const item: unknown = result.success ? result[kind.one] : result.conflict;
  // @ts-expect-error: the value has no known type
  if (result.success) result[kind.one].title;
  return item;
}
