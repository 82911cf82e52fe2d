import assert from 'node:assert/strict';
import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import * as v from 'valibot';
import type { ServerFeature } from '#server/feature.ts';
import { openApiDocument, openApiPath } from '#server/http/openapi.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { fillPath } from '#shared/path.ts';
import type { FieldErrors } from '#shared/validate.ts';

/** The content of a request. A body that is an object is sent as JSON; text, bytes and forms are sent unchanged. */
export type CallOptions<Body = unknown> = {
  token?: string | undefined;
  params?: Record<string, string>;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Body;
};

export type Outcome<E extends Endpoint> = Done<E> | ErrorResponse;
type Done<E extends Endpoint> = {
  ok: true;
  status: number;
  headers: Headers;
  body: BodyOfResponse<E>;
};
export type ErrorResponse = {
  ok: false;
  status: number;
  headers: Headers;
  error: string;
  fields?: FieldErrors;
  /** The body of a 409, as the endpoint declares it. */
  conflict?: Record<string, unknown>;
};

type BodyOfResponse<E extends Endpoint> = E['response'] extends GenericSchema
  ? InferOutput<E['response']>
  : E['response'] extends 'image' | 'archive'
    ? Buffer
    : Record<string, unknown>;

type BodyOfRequest<E extends Endpoint> = E extends { body: infer Body extends GenericSchema }
  ? (InferInput<Body> & Record<string, unknown>) | FormData
  : undefined;

/** What a client needs to know about a server. */
export type DescribedServer = {
  url(): string;
  /** The endpoints as OpenAPI describes them. */
  paths: ReturnType<typeof openApiDocument>['paths'];
  /** Returns the error that the server reported for a request. */
  errorOf(response: Response): unknown;
};

export const describeServer = (
  url: () => string,
  features: ServerFeature[],
  errorOf: (response: Response) => unknown,
): DescribedServer => ({ url, paths: openApiDocument('test', features).paths, errorOf });

/**
 * Calls endpoints of the contract. Fails if a response has undeclared fields, lacks declared ones, or has a status that
 * the OpenAPI document does not list for the endpoint.
 */
export function createClient(server: DescribedServer, bearer?: string) {
  return {
    request,
    send,

    /** Calls an endpoint. Fails unless it succeeds. */
    async call<E extends Endpoint>(endpoint: E, options: CallOptions<BodyOfRequest<E>> = {}) {
      const outcome = await send(endpoint, options);
      assert.ok(outcome.ok, `${nameOf(endpoint)} failed: ${JSON.stringify(outcome)}`);
      return outcome.body;
    },

    /** Calls an endpoint. Fails unless it responds with an error. */
    async error(endpoint: Endpoint, options: CallOptions = {}) {
      const outcome = await send(endpoint, options);
      assert.ok(!outcome.ok, `${nameOf(endpoint)} succeeded`);
      return outcome;
    },
  };

  /** Sends a request to an endpoint and returns the response. Fails when it is a 500. */
  async function request(
    endpoint: Endpoint,
    { token = bearer, params = {}, query = {}, headers = {}, body }: CallOptions = {},
  ) {
    const path = fillPath(endpoint.path, params);
    const search = Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : '';
    const response = await fetch(`${server.url()}${path}${search}`, {
      method: endpoint.method,
      headers: {
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(isJson(body) && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: isJson(body) ? JSON.stringify(body) : (body as BodyInit) }),
      redirect: 'error',
    });
    if (response.status !== 500) return response;
    const cause = server.errorOf(response);
    throw new Error(
      `${nameOf(endpoint)} responded with 500: ${(cause as Error | undefined)?.message}`,
      {
        cause,
      },
    );
  }

  async function send<E extends Endpoint>(
    endpoint: E,
    options: CallOptions = {},
  ): Promise<Outcome<E>> {
    const response = await request(endpoint, options);
    assert.ok(
      statusesOf(endpoint, server).includes(String(response.status)),
      `${nameOf(endpoint)} responded with ${response.status}, which the OpenAPI document does not name`,
    );
    if (response.status >= 400) return readError(response, endpoint);
    const { status } = response;
    if (status !== 304) assert.equal(status, endpoint.status ?? 200);
    const responseBody = (await readBody(response, endpoint)) as BodyOfResponse<E>;
    return { ok: true, status, headers: response.headers, body: responseBody };
  }
}

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

function statusesOf({ path, method }: Endpoint, { paths }: DescribedServer) {
  return Object.keys(paths[openApiPath(path)]?.[method.toLowerCase()]?.responses ?? {});
}

function isJson(body: unknown) {
  return (
    body !== undefined &&
    typeof body !== 'string' &&
    !(body instanceof Uint8Array) &&
    !(body instanceof FormData)
  );
}

/** Reads a successful response. Fails if it differs from the contract. */
export async function readBody(response: Response, { response: schema }: Endpoint) {
  if (schema === 'image' || schema === 'archive') return Buffer.from(await response.arrayBuffer());
  const json = await jsonOf(response);
  if (schema === 'document' || schema === 'events') return json;
  const { success, ...body } = json;
  assert.equal(success, true);
  assert.deepEqual(v.parse(schema, body), body, 'the response is not what the contract says');
  return body;
}

const errorEntries = {
  success: v.literal(false),
  error: v.pipe(v.string(), v.nonEmpty()),
  fields: v.optional(v.record(v.string(), v.string())),
};

/** What an error message must not reveal. */
const INTERNALS =
  /\bat \S+:\d+:\d+|node_modules|SQLITE|constraint|syntax|\/server\/|ENOENT|undefined/i;

/** Reads an error. Fails if it has an unusual envelope or reveals internals. */
export async function readError(
  response: Response,
  { conflict }: Endpoint,
): Promise<ErrorResponse> {
  const { status, headers } = response;
  const json = await jsonOf(response);
  const schema = v.objectWithRest(
    errorEntries,
    status === 409 && conflict ? v.unknown() : v.never(),
  );
  const { success, error, fields, ...current } = v.parse(schema, json);
  assert.doesNotMatch(JSON.stringify({ error, fields }), INTERNALS);
  return {
    ok: success,
    status,
    headers,
    error,
    ...(fields && { fields }),
    ...(status === 409 && conflict && { conflict: v.parse(conflict, current) as typeof current }),
  };
}

async function jsonOf(response: Response) {
  assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
  return (await response.json()) as Record<string, unknown>;
}
