import { storedToken } from '#client/session/stored-session.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { endpoints } from '#shared/endpoints.ts';
import { fillPath } from '#shared/path.ts';
import { UNEXPECTED_ERROR } from '#shared/unexpected-error.ts';
import type { FieldErrors } from '#shared/validate.ts';
import { ApiError } from './api-error.ts';
import type {
  Api,
  CallOptions,
  OptionalIfEmpty,
  RequestOptions,
  RequestTarget,
  ResponseOf,
  Result,
} from './api-types.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';
import { clientErrors } from './messages.ts';

/**
 * The endpoints of the contract, each a function that returns its response or an ApiError. It only reports a 401: the
 * session decides what happens.
 *
 *     const result = await api.updateProfile({ body: { first_name, last_name } });
 *     if (result.success) show(result.user); else toast({ title: 'Not saved', message: result.error });
 *
 * They are properties because editors can go from a property to its declaration, but not from a string.
 */
export const api = apiOf(endpoints);

/** Returns an object with a function for each of the given endpoints. */
export function apiOf<Endpoints extends Record<string, object>>(endpoints: Endpoints) {
  return new Proxy({} as Api<Endpoints>, {
    get(_, name: string) {
      const endpoint = endpoints[name] as Endpoint;
      return Object.assign((options?: RequestOptions) => callEndpoint(endpoint, options), {
        endpoint,
      });
    },
  });
}

/**
 * Sends a request to an endpoint, such as one of a kind of item:
 *
 *     const result = await callEndpoint(plants.create, { body: { name: 'Fern' } });
 */
export function callEndpoint<E extends Endpoint>(
  endpoint: E,
  ...options: OptionalIfEmpty<CallOptions<E>>
): Promise<Result<E>>;
export async function callEndpoint(endpoint: Endpoint, options: RequestOptions = {}) {
  const { method, access } = endpoint;
  const needsSession = access === 'session' || access === 'admin';
  const bearer = options.bearer ?? (needsSession ? storedToken() : null);
  if (needsSession && !bearer) return sessionExpired(bearer, 0);

  const { onProgress } = options;
  const form = options.body instanceof FormData ? options.body : undefined;
  let response: Response;
  try {
    const init = {
      method,
      credentials: 'include' as const,
      headers: {
        ...authorization(bearer),
        ...(options.body && !form ? { 'Content-Type': 'application/json' } : {}),
        ...(returnsImage(endpoint) ? { 'Cache-Control': 'no-cache', Pragma: 'no-cache' } : {}),
      },
      body: form ?? JSON.stringify(options.body),
      signal: options.signal ?? null,
      keepalive: options.keepalive ?? false,
      // Photos stay out of the browser's own cache, which the app could not clear after a sign-out.
      cache: returnsImage(endpoint) ? ('no-store' as const) : ('default' as const),
    };
    const address = server + endpointPath(endpoint, options);
    response = await (onProgress
      ? fetchWithProgress(address, init, onProgress)
      : fetch(address, init));
    if (response.status === 401 && needsSession) return sessionExpired(bearer, 401);
    if (response.ok && isFile(endpoint, response))
      return { success: true, blob: await response.blob() };
  } catch {
    return networkError();
  }

  const text = await response.text().catch(() => '');
  const body = objectIn(text);
  if (response.ok && body.success === true) return body;
  return errorFrom(endpoint, response.status, body, text);
}

/**
 * Reads an endpoint like `callEndpoint`, but throws the ApiError. It is a network error if the response is not from the
 * API: the sign-in page of a network answers everything with status 200.
 */
export async function readEndpoint<E extends Endpoint>(endpoint: E, options?: RequestOptions) {
  const result = await callEndpoint<Endpoint>(endpoint, options);
  if (result.success) return result as ResponseOf<E>;
  const isForeign = result.status >= 200 && result.status < 400;
  throw isForeign ? networkError() : result;
}

/**
 * Opens an event stream and yields the data of each event. Throws an ApiError if it cannot be opened, is cut off or ends
 * before its first event, which the server sends at once.
 */
export async function* streamEvents(
  endpoint: Endpoint,
  { bearer, signal, onActivity }: { bearer: string; signal: AbortSignal; onActivity(): void },
): AsyncGenerator<string> {
  const response = await fetch(server + endpointPath(endpoint), {
    credentials: 'include',
    headers: authorization(bearer),
    cache: 'no-store',
    signal,
  }).catch(throwNetworkError);
  const { status, body } = response;
  if (status === 401) throw sessionExpired(bearer, status);
  if (!response.ok || !body) throw new ApiError({ error: UNEXPECTED_ERROR, status });
  if (!hasType(response, 'text/event-stream')) throwNetworkError();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  let isEmpty = true;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(throwNetworkError);
      if (done) return isEmpty ? throwNetworkError() : undefined;
      onActivity();
      text += value;
      const events = text.split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) {
        if (!event.startsWith('data: ')) continue;
        isEmpty = false;
        yield event.slice('data: '.length);
      }
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Returns the address of an endpoint, with its parameters and query filled in. */
export function endpointPath(
  endpoint: Pick<Endpoint, 'path'>,
  { params = {}, query = {} }: RequestTarget = {},
): string {
  const path = fillPath(endpoint.path, params);
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] != null);
  return pairs.length > 0 ? `${path}?${new URLSearchParams(pairs)}` : path;
}

/** Tells whether a reload would reach the site, whatever status this path has. */
export const isSiteReachable = () =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

type SessionEndListener = (bearer: string | null) => void;
let reportEnded: SessionEndListener = () => {};

/** Sets what happens on a 401. `bearer` is the token that was rejected: a newer session goes on. */
export function onSessionEnded(listener: SessionEndListener) {
  reportEnded = listener;
}

function sessionExpired(bearer: string | null, status: number) {
  reportEnded(bearer);
  return new ApiError({ error: clientErrors.sessionExpired, status, isAuthError: true });
}

const networkError = () => new ApiError({ error: clientErrors.network, status: 0 });

function throwNetworkError(): never {
  throw networkError();
}

function errorFrom(
  { fallbackError = UNEXPECTED_ERROR }: Endpoint,
  status: number,
  body: Record<string, unknown>,
  text: string,
) {
  const { fields } = body;
  const error = typeof body.error === 'string' && body.error ? body.error : fallbackError;
  const details = {
    error,
    status,
    isFromApi: body.success === false,
    fields: isObject(fields) ? (fields as FieldErrors) : undefined,
    conflict: status === 409 ? body : undefined,
  };
  return new ApiError(details, `${status}: ${text || error}`);
}

/** Returns the object that a JSON text contains, or an empty one. */
function objectIn(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text);
    return isObject(json) ? json : {};
  } catch {
    return {};
  }
}

/** The website's server is the page's origin; the native app's page names its server. */
const server =
  (typeof document !== 'undefined' &&
    document.querySelector<HTMLMetaElement>('meta[name="api-url"]')?.content) ||
  '';

const authorization = (bearer: string | null): Record<string, string> =>
  bearer ? { Authorization: `Bearer ${bearer}` } : {};

const returnsImage = ({ response }: Endpoint) => response === 'image';

/** Tells whether a response is the file that an endpoint returns. An HTML page with status 200 is not. */
const isFile = (endpoint: Endpoint, response: Response) =>
  returnsImage(endpoint)
    ? hasType(response, 'image/')
    : endpoint.response === 'archive' && hasType(response, 'application/zip');

const hasType = ({ headers }: Response, type: string) =>
  headers.get('Content-Type')?.startsWith(type) ?? false;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
