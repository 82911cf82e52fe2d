import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { Endpoint } from '#shared/endpoint.ts';
import type { Params } from '#shared/path.ts';
import type { ApiError } from './api-error.ts';

/**
 * The endpoints by their names in the contract. A mapped type, so that editors can go from a name to its declaration.
 */
export type Api<Endpoints> = {
  readonly [Name in keyof Endpoints]: EndpointFunction<Endpoints[Name]>;
};

type EndpointFunction<E> = ((...options: OptionalIfEmpty<CallOptions<E>>) => Promise<Result<E>>) & {
  readonly endpoint: E;
};

export type Result<E> =
  | ({ success: true } & ResponseOf<E>)
  | (ApiError & { conflict: ConflictOf<E> });

/** The body of a successful response, beside `success`. */
export type ResponseOf<E> =
  IsGeneral<E> extends true ? Record<string, unknown> : DeclaredResponse<E>;

/** What a call takes: path parameters, body and query only where the endpoint has them. */
export type CallOptions<E> =
  IsGeneral<E> extends true
    ? RequestOptions
    : AddressOptions<E> & BodyOption<E> & ProgressOption<E> & BearerOption<E> & CommonOptions;

/** The parts of an endpoint's address. */
export type AddressOptions<E> = ParamsOption<E> & QueryOption<E>;

/** The arguments after the endpoint: none are needed when every option is optional. */
export type OptionalIfEmpty<Options> =
  Record<never, never> extends Options ? [options?: Options] : [options: Options];

/** An endpoint that a query can read: JSON by GET, with a session or without. */
export type QueryEndpoint = Endpoint & { method: 'GET'; response: GenericSchema };

export type RequestTarget = {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
};

/** Everything that a request to any endpoint may have. */
export type RequestOptions = RequestTarget &
  CommonOptions & { body?: unknown; bearer?: string; onProgress?: () => void };

type CommonOptions = { signal?: AbortSignal; keepalive?: boolean };

/** Whether an endpoint is known only at run time, such as the list endpoint of any kind of item. */
type IsGeneral<E> = Endpoint extends E ? true : false;

type ConflictOf<E> =
  IsGeneral<E> extends true
    ? unknown
    : E extends { conflict: infer C extends GenericSchema }
      ? InferOutput<C> | undefined
      : undefined;

type DeclaredResponse<E> = E extends { response: infer R }
  ? R extends GenericSchema
    ? InferOutput<R>
    : R extends 'image' | 'archive'
      ? { blob: Blob }
      : Record<string, unknown>
  : never;

type ParamsOption<E> = E extends { path: infer P extends string }
  ? [keyof Params<P>] extends [never]
    ? unknown
    : { params: Params<P> }
  : unknown;

type BodyOption<E> = E extends { body: infer B extends GenericSchema }
  ? { body: InferInput<B> | (E extends { multipart: true } ? FormData : never) }
  : unknown;

/** Called whenever part of an upload has been handed to the network. */
type ProgressOption<E> = E extends { multipart: true } ? { onProgress?: () => void } : unknown;

type QueryOption<E> = E extends { query: infer Q extends GenericSchema }
  ? { query?: InferInput<Q> }
  : unknown;

type BearerOption<E> = E extends { access: 'recovery' } ? { bearer: string } : { bearer?: string };
