import type { GenericSchema, InferInput, InferOutput } from 'valibot';
import type { PathParam } from '#shared/endpoint.ts';
import type { EndpointName, Endpoints } from '#shared/endpoints.ts';

export type Failure = {
  success: false;
  /** One sentence a person can read. */
  error: string;
  /** 0 when no answer arrived. */
  status: number;
  /** Field → sentence, when a form was rejected. */
  fields?: Record<string, string>;
  /** The session has ended and is already being dealt with: stop, say nothing more. */
  isAuthError?: true;
};

export type Success<N extends EndpointName> = { success: true } & Answer<Endpoints[N]>;
export type Result<N extends EndpointName> = Success<N> | (Failure & Conflict<Endpoints[N]>);

/** What a call takes, read off its endpoint: path parameters, body and query only where it has them. */
export type CallOptions<N extends EndpointName> = ParamsOption<Endpoints[N]['path']> &
  BodyOption<Endpoints[N]> &
  QueryOption<Endpoints[N]> &
  BearerOption<Endpoints[N]['access']> & { signal?: AbortSignal; keepalive?: boolean };

/** Part of a 409: the current state of what the call wanted to change. */
type Conflict<E> = E extends { conflict: infer C extends GenericSchema }
  ? Partial<InferOutput<C>>
  : unknown;

type Answer<E> = E extends { answer: infer A }
  ? A extends GenericSchema
    ? InferOutput<A>
    : A extends 'image'
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

type QueryOption<E> = E extends { query: infer Q extends GenericSchema }
  ? { query?: InferInput<Q> }
  : unknown;

type BearerOption<A> = A extends 'recovery' ? { bearer: string } : { bearer?: string };
