import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { PathParam } from '#shared/endpoint.ts';
import type { EndpointName, Endpoints } from '#shared/endpoints.ts';
import type { ApiError } from './api-error.ts';

/** The endpoints by their names in the contract. A mapped type, so that each name leads to its declaration there. */
export type Api = { readonly [N in keyof Endpoints]: EndpointFunction<N> };

export type EndpointFunction<N extends EndpointName> = ((
  ...options: OptionalIfEmpty<CallOptions<N>>
) => Promise<Result<N>>) & { readonly endpoint: N };

type Result<N extends EndpointName> =
  | ({ success: true } & ResponseOf<N>)
  | (ApiError & { conflict: Conflict<Endpoints[N]> });

/** The body of a successful response, beside `success`. */
export type ResponseOf<N extends EndpointName> = Response<Endpoints[N]>;

/** What a call takes: path parameters, body and query only where the endpoint has them. */
type CallOptions<N extends EndpointName> = AddressOptions<N> &
  BodyOption<Endpoints[N]> &
  ProgressOption<Endpoints[N]> &
  BearerOption<Endpoints[N]['access']> & { signal?: AbortSignal; keepalive?: boolean };

/** What an endpoint's address is made of. */
export type AddressOptions<N extends EndpointName> = ParamsOption<Endpoints[N]['path']> &
  QueryOption<Endpoints[N]>;

/** The arguments after the endpoint's name: none are needed when every option is optional. */
export type OptionalIfEmpty<Options> =
  Record<never, never> extends Options ? [options?: Options] : [options: Options];

/** The endpoints that a query can read: JSON by GET, with a session or without. */
export type QueryName = {
  [N in EndpointName]: Endpoints[N] extends { method: 'GET'; response: GenericSchema } ? N : never;
}[EndpointName];

type Conflict<E> = E extends { conflict: infer C extends GenericSchema }
  ? InferOutput<C> | undefined
  : undefined;

type Response<E> = E extends { response: infer A }
  ? A extends GenericSchema
    ? InferOutput<A>
    : A extends 'image' | 'archive'
      ? { blob: Blob }
      : Record<string, unknown>
  : never;

type ParamsOption<P extends string> = [PathParam<P>] extends [never]
  ? unknown
  : { params: Record<PathParam<P>, string> };

type BodyOption<E> = E extends { body: infer B extends GenericSchema; multipart: true }
  ? { body: InferInput<B> | FormData }
  : E extends { body: infer B extends GenericSchema }
    ? { body: InferInput<B> }
    : unknown;

/** Called whenever a part of an upload was handed to the network. */
type ProgressOption<E> = E extends { multipart: true } ? { onProgress?: () => void } : unknown;

type QueryOption<E> = E extends { query: infer Q extends GenericSchema }
  ? { query?: InferInput<Q> }
  : unknown;

type BearerOption<A> = A extends 'recovery' ? { bearer: string } : { bearer?: string };
