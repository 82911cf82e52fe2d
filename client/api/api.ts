import { storedToken } from '#client/session/stored-session.ts';
import type { Endpoint } from '#shared/endpoint.ts';
import { type EndpointName, endpoints } from '#shared/endpoints.ts';
import { apiMessages, clientErrors } from '#shared/messages.ts';
import type { CallOptions, Failure, Result } from './api-types.ts';

/**
 * The only fetch of the client. It reports a 401 and never acts on it: the session decides.
 *
 *     const result = await call('updateNote', { params: { id }, body: { title, content } });
 *     if (result.success) show(result.note); else toast({ message: result.error });
 */
export async function call<N extends EndpointName>(
  name: N,
  ...[options]: Record<never, never> extends CallOptions<N> ? [CallOptions<N>?] : [CallOptions<N>]
): Promise<Result<N>> {
  const answer = await send(name, options ?? {});
  return answer as Result<N>;
}

/** GET of a path for the default query; fails with '{status}: {text}'. */
export async function getPath(path: string, signal?: AbortSignal): Promise<unknown> {
  const bearer = storedToken();
  const response = await fetch(server + path, {
    credentials: 'include',
    headers: authorization(bearer),
    signal: signal ?? null,
  });
  if (response.ok) return response.json();
  if (response.status === 401) reportEnded(bearer);
  throw new Error(`${response.status}: ${(await response.text()) || response.statusText}`);
}

/** Whether a reload would find the site, whatever it says of this path. */
export const siteAnswers = () =>
  fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

type Ended = (bearer: string | null) => void;
let reportEnded: Ended = () => {};

/** `bearer` is what the refused call was sent with: a newer session is not ended by it. */
export function onSessionEnded(listener: Ended) {
  reportEnded = listener;
}

type AnyOptions = {
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
  bearer?: string;
  signal?: AbortSignal;
  keepalive?: boolean;
};

async function send(name: EndpointName, options: AnyOptions) {
  const { method, path, access } = endpoints[name];
  const needsSession = access === 'session' || access === 'admin';
  const bearer = options.bearer ?? (needsSession ? storedToken() : null);
  if (needsSession && !bearer) return sessionEnded(bearer, 0);

  const isForm = options.body instanceof FormData;
  let response: Response;
  try {
    response = await fetch(address(path, options), {
      method,
      credentials: 'include',
      headers: {
        ...authorization(bearer),
        ...(options.body && !isForm ? { 'Content-Type': 'application/json' } : {}),
        ...(isPhoto(name) ? { 'Cache-Control': 'no-cache', Pragma: 'no-cache' } : {}),
      },
      body: isForm ? (options.body as FormData) : JSON.stringify(options.body),
      signal: options.signal ?? null,
      keepalive: options.keepalive ?? false,
      // Photos stay out of the browser's own cache, where nobody could remove them after a sign-out.
      cache: isPhoto(name) ? 'no-store' : 'default',
    });
    if (response.status === 401 && needsSession) return sessionEnded(bearer, 401);
    if (response.ok && isPhoto(name)) return { success: true, blob: await response.blob() };
  } catch {
    return failure(name, 0, { error: clientErrors.network });
  }

  const answer: unknown = await response.json().catch(() => undefined);
  return response.ok && isObject(answer) && answer.success === true
    ? answer
    : failure(name, response.status, isObject(answer) ? answer : {});
}

function sessionEnded(bearer: string | null, status: number): Failure {
  reportEnded(bearer);
  return { success: false, error: clientErrors.sessionExpired, status, isAuthError: true };
}

function failure(name: EndpointName, status: number, answer: Record<string, unknown>): Failure {
  const { error } = answer;
  const { fallbackError = apiMessages.unexpected }: Endpoint = endpoints[name];
  return {
    ...answer,
    success: false,
    error: typeof error === 'string' && error ? error : fallbackError,
    status,
  };
}

function address(path: string, { params = {}, query = {} }: AnyOptions) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''));
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] != null);
  return server + (pairs.length > 0 ? `${filled}?${new URLSearchParams(pairs)}` : filled);
}

/** The website's server is where the page came from; the native app's page names it. */
const server =
  (typeof document !== 'undefined' &&
    document.querySelector<HTMLMetaElement>('meta[name="api-url"]')?.content) ||
  '';

const authorization = (bearer: string | null): Record<string, string> =>
  bearer ? { Authorization: `Bearer ${bearer}` } : {};

const isPhoto = (name: EndpointName) => name === 'readFile' || name === 'readSignedFile';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
