import type { IncomingMessage } from 'node:http';
import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { Callers, Guards } from '#server/auth/guard.ts';
import type { Config } from '#server/config.ts';
import { badFields, notFound } from '#server/errors/errors.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Params } from '#shared/path.ts';
import { validate } from '#shared/validate.ts';
import { type ArrivingBody, beginBody, createUploadLimits } from './arriving-bodies.ts';
import { readBody } from './body.ts';
import { PagedResponse } from './paged-response.ts';
import { events, json, type Reply, type WriteEvents } from './responses.ts';
import type { Router } from './router.ts';

/** The validated input of a handler. */
type Call<E extends Endpoint> = {
  caller: Callers[E['access']];
  body: E extends { body: infer Body extends GenericSchema } ? InferOutput<Body> : undefined;
  query: E extends { query: infer Query extends GenericSchema } ? InferOutput<Query> : undefined;
  params: Params<E['path']>;
  headers: Record<string, string | string[] | undefined>;
  /** Who sent the request, for limits: its address, and whether it has closed the connection. */
  client: { address: string; hasLeft(): boolean };
} & (E extends { multipart: true } ? { file: Uint8Array | undefined } : unknown);

type ResponseOf<E extends Endpoint> = E['response'] extends GenericSchema
  ? InferInput<E['response']> | PagedResponse<InferInput<E['response']>>
  : E['response'] extends 'image' | 'archive' | 'document'
    ? Reply
    : E['response'] extends 'events'
      ? WriteEvents
      : object;

/** Adds handlers for endpoints. They run only for callers with the declared access. */
export type Api = {
  handle<E extends Endpoint>(
    endpoint: E,
    handler: (call: Call<E>) => ResponseOf<E> | Promise<ResponseOf<E>>,
  ): void;
};

/** Thrown if an endpoint has no access, handler or declaration. Stops the start; the message is one line. */
export class ContractError extends Error {}

export function createApi(
  router: Router,
  {
    endpoints,
    guards,
    config,
  }: {
    endpoints: Endpoint[];
    guards: Guards;
    config: Pick<Config, 'limits'>;
  },
) {
  const uploads = createUploadLimits(config.limits);
  const handled = new Set<Endpoint>();

  const api: Api = {
    handle(declared, handler) {
      const endpoint: Endpoint | undefined = declared;
      if (!endpoint)
        throw new ContractError('api.handle got no endpoint: is its name that of the contract?');
      const name = `${endpoint.method} ${endpoint.path}`;
      if (!endpoints.includes(endpoint))
        throw new ContractError(`${name} has a handler but is not in the contract.`);
      const guard = guards[endpoint.access];
      if (!guard)
        throw new ContractError(
          `${name} declares no access: add access: 'session' (or 'public', 'admin') to it in its contract.`,
        );

      handled.add(endpoint);
      router.add(endpoint.method, endpoint.path, async ({ request, address }, params) => {
        const client = { address, hasLeft: () => request.socket.destroyed };
        const caller = await guard(request);
        using arriving = !endpoint.body
          ? undefined
          : endpoint.multipart
            ? uploads.begin(userIdOf(caller))
            : beginBody(address);
        const call = {
          caller,
          query: endpoint.query && queryOf(endpoint.query, request),
          params: storable(params),
          headers: request.headers,
          client,
        };
        const isArriving = !hasArrived(request);
        const body =
          endpoint.body && arriving && (await bodyOf(request, endpoint, endpoint.body, arriving));
        // The body may have taken many minutes to arrive, in which the session may have ended.
        if (body && isArriving) call.caller = await guard(request);
        const result = await handler({ ...call, ...body } as never);
        if (endpoint.response === 'events') return events(result as WriteEvents);
        if (typeof endpoint.response === 'string') return result as Reply;
        if (result instanceof PagedResponse) return result.toReply();
        return json(endpoint.status ?? 200, { success: true, ...(result as object) });
      });
    },
  };

  return {
    api,

    /** Throws if an endpoint has no handler. Call it after adding all routes. */
    checkHandlers() {
      for (const endpoint of endpoints)
        if (!handled.has(endpoint))
          throw new ContractError(
            `${endpoint.method} ${endpoint.path} has no handler: add one with api.handle.`,
          );
    },
  };
}

/** Tells whether the whole body has arrived. `complete` alone is still false for a body in the same packet as its headers. */
const hasArrived = ({ complete, readableLength, headers }: IncomingMessage) =>
  complete || readableLength === Number(headers['content-length']);

async function bodyOf(
  request: IncomingMessage,
  endpoint: Endpoint,
  schema: GenericSchema,
  arriving: ArrivingBody,
) {
  const body = await readBody(request, endpoint, arriving);
  return 'file' in body ? body : { body: checked(schema, body.json) };
}

/** Returns the caller's user id. Endpoints that accept files need it to limit uploads per user. */
function userIdOf(caller: Callers[keyof Callers]) {
  if (caller && 'user' in caller) return caller.user.id;
  throw new Error('An endpoint that takes files must have access "session" or "admin".');
}

/** Returns the parameters of a path. Throws 404 for NUL, which no row can contain: PostgreSQL rejects such a query. */
function storable(params: Record<string, string>) {
  if (Object.values(params).some((value) => value.includes('\u0000'))) throw notFound();
  return params;
}

const emptyQueries = new WeakMap<GenericSchema, unknown>();

/** Validates the query, with the first of several values of a parameter. Most requests have no query. */
function queryOf(schema: GenericSchema, { url = '' }: IncomingMessage) {
  const start = url.indexOf('?');
  if (start >= 0)
    return checked(
      schema,
      Object.fromEntries([...new URLSearchParams(url.slice(start))].reverse()),
    );
  if (!emptyQueries.has(schema)) emptyQueries.set(schema, checked(schema, {}));
  return emptyQueries.get(schema);
}

function checked(schema: GenericSchema, input: Record<string, unknown>) {
  const result = validate(schema, input);
  if (!result.valid) throw badFields(result.fields);
  return result.value;
}
