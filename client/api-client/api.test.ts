import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { exportApi } from '#client/export/export-api.ts';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import { UNEXPECTED_ERROR } from '#shared/unexpected-error.ts';
import { api, endpointPath, onSessionEnded, readEndpoint, streamEvents } from './api.ts';

let browser: ReturnType<typeof installFakeBrowser>;
let requests: { address: string; init: RequestInit }[];
const ended = mock.fn();
onSessionEnded(ended);

beforeEach(() => {
  browser = installFakeBrowser();
  browser.localStorage.setItem('app_token', 'token');
  ended.mock.resetCalls();
});
afterEach(() => mock.restoreAll());

function respondWith(response: () => Response) {
  requests = [];
  mock.method(globalThis, 'fetch', async (address: string, init: RequestInit) => {
    requests.push({ address, init });
    return response();
  });
}

const failToConnect = () => {
  throw new TypeError('Failed to fetch');
};

const readMe = () => readEndpoint(api.me.endpoint);

const body = { email: 'ada@example.com', password: 'correct horse' };

describe('a call that fails', () => {
  for (const [name, response, error] of [
    ['with a server message shows it', { status: 429, json: { error: 'Too many.' } }, 'Too many.'],
    ["without a message shows the endpoint's message", { status: 500, json: {} }, 'Login failed'],
    [
      "with an empty message shows the endpoint's message",
      { status: 500, json: { error: '' } },
      'Login failed',
    ],
    [
      "with anything other than JSON shows the endpoint's message",
      { status: 502, json: undefined },
      'Login failed',
    ],
    [
      "with status 200 but without success shows the endpoint's message",
      { status: 200, json: {} },
      'Login failed',
    ],
  ] as const)
    test(name, async () => {
      const { status, json } = response;
      respondWith(() => new Response(json ? JSON.stringify(json) : 'oops', { status }));
      const result = await api.login({ body });
      assert.equal(!result.success && result.error, error);
      assert.equal(!result.success && result.status, status);
    });

  test('without a response is a network error', async () => {
    respondWith(failToConnect);
    const result = await api.login({ body });
    assert.equal(!result.success && result.error, 'Network error');
    assert.equal(!result.success && result.status, 0);
  });

  test('has the messages for the fields that the server rejected', async () => {
    const fields = { last_name: 'Names must be at most 60 characters' };
    respondWith(() => Response.json({ success: false, error: 'Wrong', fields }, { status: 400 }));
    const result = await api.updateProfile({ body: { first_name: 'Ada', last_name: 'B' } });
    assert.deepEqual(!result.success && result.fields, fields);
  });

  test('is an unexpected error if the endpoint has no message of its own', async () => {
    respondWith(() => new Response('', { status: 502 }));
    const result = await api.updateProfile({ body: { first_name: 'Ada', last_name: 'B' } });
    assert.equal(
      !result.success && result.error,
      'An unexpected error occurred. Please try again.',
    );
  });
});

describe('a call with a session', () => {
  test('sends the stored token and returns the response', async () => {
    const user = { id: 'a' };
    respondWith(() => Response.json({ success: true, user }));
    const result = await api.me();
    assert.deepEqual(result, { success: true, user });
    assert.deepEqual(requests[0]?.init.headers, { Authorization: 'Bearer token' });
  });

  test('without a stored token does not reach the server and reports the end of the session', async () => {
    browser.localStorage.removeItem('app_token');
    respondWith(() => Response.json({}));
    const result = await api.me();
    assert.equal(!result.success && result.isAuthError, true);
    assert.deepEqual(requests, []);
    assert.deepEqual(ended.mock.calls[0]?.arguments, [null]);
  });

  test('that gets a 401 reports which token was rejected', async () => {
    respondWith(() => new Response('', { status: 401 }));
    const result = await api.me();
    assert.equal(!result.success && result.error, 'Session expired');
    assert.deepEqual(ended.mock.calls[0]?.arguments, ['token']);
  });
});

test('a 401 of a public call is an error like any other: a wrong password ends no session', async () => {
  respondWith(() => Response.json({ success: false, error: 'Wrong.' }, { status: 401 }));
  const result = await api.login({ body });
  assert.equal(!result.success && result.isAuthError, undefined);
  assert.equal(ended.mock.callCount(), 0);
  assert.equal(new Headers(requests[0]?.init.headers).has('Authorization'), false);
});

test('a photo bypasses every cache and comes as a blob', async () => {
  respondWith(() => new Response('picture', { headers: { 'Content-Type': 'image/webp' } }));
  const result = await api.readFile({ params: { path: 'a b' }, query: { w: '320' } });
  assert.equal(result.success && (await result.blob.text()), 'picture');
  assert.equal(requests[0]?.address, '/api/file/files/a%20b?w=320');
  assert.equal(requests[0]?.init.cache, 'no-store');
});

describe('a page with status 200 that is not from the API', () => {
  const page = () =>
    new Response('<h1>Sign in to this network</h1>', { headers: { 'Content-Type': 'text/html' } });

  test('is accepted neither as a photo nor as an archive', async () => {
    respondWith(page);
    for (const result of [
      await api.readFile({ params: { path: 'a.webp' } }),
      await exportApi.exportData(),
    ]) {
      assert.equal(result.success, false);
      assert.equal(!result.success && result.isFromApi, false);
    }
  });

  test('is not accepted as a query response, and neither is unrelated JSON', async () => {
    for (const response of [page, () => Response.json({ portal: true }), () => Response.json([])]) {
      respondWith(response);
      await assert.rejects(readMe(), { status: 0, error: 'Network error' });
    }
  });

  test('is not accepted as a stream', async () => {
    respondWith(page);
    await assert.rejects(readStream(), { status: 0, error: 'Network error' });
  });
});

describe('a stream', () => {
  const streamOf = (text: string) => () =>
    new Response(text, { headers: { 'Content-Type': 'text/event-stream; charset=utf-8' } });

  test('yields the data of its events, and may end after the first', async () => {
    respondWith(streamOf('data: 1\n\n: still there\n\ndata: 2\n\n'));
    assert.deepEqual(await readStream(), ['1', '2']);
  });

  test('that ends before its first event has failed', async () => {
    for (const text of ['', ': still there\n\n', 'data: 1']) {
      respondWith(streamOf(text));
      await assert.rejects(readStream(), { status: 0, error: 'Network error' });
    }
  });
});

async function readStream() {
  const { signal } = new AbortController();
  const events: string[] = [];
  const options = { bearer: 'token', signal, onActivity() {} };
  for await (const event of streamEvents(api.changesStream.endpoint, options)) events.push(event);
  return events;
}

test('an address has its parameters and only the given query', () => {
  const params = { path: '../a/b' };
  const { endpoint } = api.readFile;
  assert.equal(endpointPath(endpoint, { params }), '/api/file/files/..%2Fa%2Fb');
  assert.equal(
    endpointPath(endpoint, { params, query: { w: undefined } }),
    '/api/file/files/..%2Fa%2Fb',
  );
});

describe('a query', () => {
  test('returns the JSON of the endpoint', async () => {
    respondWith(() => Response.json({ success: true, user: {} }));
    assert.deepEqual(await readMe(), { success: true, user: {} });
  });

  test('that fails throws an error with status and text', async () => {
    respondWith(() => new Response('We are moving house.', { status: 503 }));
    await assert.rejects(readMe(), { status: 503, message: '503: We are moving house.' });
  });

  test("that fails has the server's error, otherwise the endpoint's", async () => {
    respondWith(() => Response.json({ success: false, error: 'Later.' }, { status: 503 }));
    await assert.rejects(readMe(), { error: 'Later.' });
    for (const text of ['', 'null', '<h1>Bad gateway</h1>']) {
      respondWith(() => new Response(text, { status: 502 }));
      await assert.rejects(readMe(), { error: 'Failed to get user' });
      const withoutMessage = { ...api.me.endpoint, fallbackError: undefined };
      await assert.rejects(readEndpoint(withoutMessage), { error: UNEXPECTED_ERROR });
    }
  });

  test('without a response throws a network error', async () => {
    respondWith(failToConnect);
    await assert.rejects(readMe(), { status: 0, error: 'Network error' });
  });

  test('that gets a 401 reports which token was rejected', async () => {
    respondWith(() => new Response('', { status: 401 }));
    await assert.rejects(readMe(), { isAuthError: true });
    assert.deepEqual(ended.mock.calls[0]?.arguments, ['token']);
  });
});
