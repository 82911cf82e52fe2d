import assert from 'node:assert/strict';
import type { Endpoint } from '#shared/endpoint.ts';
import { readBody, readError } from '../client.ts';
import type { FuzzedRequest } from './fuzzed-request.ts';

/** Fails if the contract does not allow the response for the request. */
export async function checkResponse(
  response: Response,
  { misdirected, method }: FuzzedRequest,
  endpoint: Endpoint,
  declared: number[],
) {
  const { status } = response;
  assert.ok(status < 500, `responded with ${status}`);
  // A changed path or method may reach another endpoint or none.
  const isDeclared = misdirected || declared.includes(status);
  assert.ok(isDeclared, `responded with ${status}, which is not declared`);
  if (method === 'HEAD' || status === 204 || status === 304) return;
  if (status >= 400) await readError(response, endpoint);
  else if (!misdirected && endpoint.response !== 'events') await readBody(response, endpoint);
}
