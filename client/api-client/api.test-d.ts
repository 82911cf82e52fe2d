import { api } from './api.ts';
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
    query(api.adminStatus, { staleTime: 0 }).data?.version.length,
    query(api.signFile, { params: { path: 'a' } }).data?.url.length,
    // @ts-expect-error: not a GET
    query(api.updateProfile),
    // @ts-expect-error: not JSON
    query(api.readFile, { params: { path: 'a' } }),
    // @ts-expect-error: the parameter of the path is missing
    query(api.signFile),
    // @ts-expect-error: the response has no such field
    query(api.adminStatus).data?.versions,
  ];
}
