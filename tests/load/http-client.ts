import type { Person } from '#tests/support/production-server.ts';
import { findProblem } from './check-response.ts';
import type { Recorder } from './recorder.ts';

const RESPONSE_LIMIT_MS = 60_000;

export type HttpClient = ReturnType<typeof createHttpClient>;
export type Call = {
  method?: string;
  path: string;
  as: Pick<Person, 'address'> & { token?: string };
  body?: object;
  headers?: Record<string, string>;
  expected: number[];
};

/** Sends requests and records their outcomes. */
export function createHttpClient(port: number, recorder: Recorder) {
  /** Returns the response, or undefined if it is missing or unexpected. */
  return async (kind: string, { method = 'GET', path, as, body, headers, expected }: Call) => {
    const record = recorder.begin(kind);
    const isForm = body instanceof FormData;
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          'X-Forwarded-For': as.address,
          ...(as.token && { Authorization: `Bearer ${as.token}` }),
          ...(body && !isForm && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body: isForm ? body : (JSON.stringify(body) ?? null),
        signal: AbortSignal.timeout(RESPONSE_LIMIT_MS),
      });
      const bytes = await response.bytes();
      const { status } = response;
      const text = () => Buffer.from(bytes).toString();
      const retryAfter = response.headers.get('retry-after') ?? undefined;
      record(
        status,
        findProblem({ status, retryAfter, text: status < 400 ? '' : text() }, expected),
      );
      if (!expected.includes(status)) return undefined;
      return { status, bytes, json: () => JSON.parse(text()) };
    } catch (error) {
      const { name, message, cause } = error as Error;
      const text = `no response: ${name} ${message} ${(cause as Error)?.message ?? ''}`;
      record('no response', { rule: 'unexpected', text });
      return undefined;
    }
  };
}
