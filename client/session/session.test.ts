import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { api, readEndpoint } from '#client/api-client/api.ts';
import { ada } from '#client/testing/ada.ts';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import { dismissToast, toastStore } from '#client/toasts/toast.ts';
import type { User } from '#shared/auth.ts';
import {
  clearSessionOf,
  confirmSession,
  isAdmin,
  registerSessionData,
  restoreSession,
  sessionStore,
  signIn,
  signOut,
  updateUser,
} from './session.ts';

const bob: User = { ...ada, id: 'b', email: 'bob@example.com', first_name: 'Bob' };

let browser: ReturnType<typeof installFakeBrowser>;
let respond: (address: string, bearer: string | undefined) => Promise<Response> | Response;
const clearCache = mock.fn();
const clearUnsaved = mock.fn();
registerSessionData({ clearCache, clearUnsaved });

beforeEach(() => {
  browser = installFakeBrowser();
  respond = () => Response.json({ success: true });
  mock.method(globalThis, 'fetch', async (address: string, { headers }: RequestInit) =>
    respond(address, (headers as Record<string, string>).Authorization),
  );
  restoreSession();
  clearCache.mock.resetCalls();
  clearUnsaved.mock.resetCalls();
});

afterEach(() => {
  dismissToast();
  mock.restoreAll();
});

const signedInEmail = () => {
  const session = sessionStore.get();
  return session.kind === 'signed-in' ? session.user.email : undefined;
};

const store = (token: string, user: unknown) => {
  browser.localStorage.setItem('app_user', JSON.stringify(user));
  browser.localStorage.setItem('app_token', token);
};

const storedKeys = () => Object.keys(browser.localStorage).sort();

// The server is asked once per page load, so this test comes first.
test('the server is asked once who is signed in, and its response replaces the stored user', async () => {
  const calls: string[] = [];
  respond = (address) => {
    calls.push(address);
    return Response.json({ success: true, user: { ...ada, user_type: 'user', first_name: 'Zoe' } });
  };
  store('token', { ...ada, user_type: 'admin' });
  restoreSession();
  assert.equal(isAdmin(sessionStore.get()), true);
  confirmSession();
  confirmSession();
  await new Promise(setImmediate);
  assert.deepEqual(calls, ['/api/auth/me']);
  assert.equal(isAdmin(sessionStore.get()), false);
  assert.equal(JSON.parse(String(browser.localStorage.app_user)).first_name, 'Zoe');
});

describe('at start', () => {
  test('a stored session is restored', () => {
    store('token', ada);
    restoreSession();
    assert.deepEqual(sessionStore.get(), { kind: 'signed-in', user: ada });
    assert.deepEqual([...browser.attributes], ['data-session']);
  });

  test('a stored user without all fields is restored, because the server will complete it', () => {
    store('token', { email: ada.email });
    restoreSession();
    assert.equal(signedInEmail(), ada.email);
  });

  for (const [token, user] of [
    ['token', '{"email":'],
    ['token', '"a string"'],
    ['token', 'null'],
    ['token', '[]'],
    ['token', '{"email":"a@b.cc","first_name":5}'],
    ['token', undefined],
    [undefined, JSON.stringify(ada)],
  ])
    test(`an unusable session, token ${token} and user ${user}, is deleted with what was cached`, () => {
      if (user) browser.localStorage.setItem('app_user', user);
      if (token) browser.localStorage.setItem('app_token', token);
      restoreSession();
      assert.equal(sessionStore.get().kind, 'signed-out');
      assert.deepEqual(storedKeys(), []);
      assert.equal(clearCache.mock.callCount(), 1);
    });

  test('without a stored session there is nothing to clear', () => {
    restoreSession();
    assert.equal(clearCache.mock.callCount(), 0);
  });
});

describe('another tab', () => {
  test('signs in: this tab waits for the token, which is stored last, and then follows', () => {
    browser.changeInOtherTab('app_user', JSON.stringify(ada));
    assert.equal(sessionStore.get().kind, 'signed-out');
    assert.deepEqual(storedKeys(), ['app_user'], 'half of a session stays');
    browser.changeInOtherTab('app_token', 'token');
    assert.equal(signedInEmail(), ada.email);
  });

  test('signs out: this tab follows, and what was cached is cleared', () => {
    signIn('token', ada);
    browser.changeInOtherTab('app_token', null);
    assert.equal(sessionStore.get().kind, 'signed-out');
    assert.equal(clearCache.mock.callCount(), 1);
    assert.equal(clearUnsaved.mock.callCount(), 0, 'the other tab has deleted unsaved work');
  });

  test('signs somebody else in: what was cached for the first user is cleared', () => {
    signIn('token', ada);
    browser.changeInOtherTab('app_user', JSON.stringify(bob));
    browser.changeInOtherTab('app_token', 'other token');
    assert.equal(signedInEmail(), bob.email);
    assert.equal(clearCache.mock.callCount(), 1);
  });

  test('changes the name: nothing is cleared', () => {
    signIn('token', ada);
    browser.changeInOtherTab('app_user', JSON.stringify({ ...ada, first_name: 'Zoe' }));
    assert.equal(clearCache.mock.callCount(), 0);
  });

  test('writes something else: this tab ignores it', () => {
    signIn('token', ada);
    const before = sessionStore.get();
    browser.changeInOtherTab('app_draft.a.1', '{}');
    assert.equal(sessionStore.get(), before);
  });
});

describe('a token that the server rejects', () => {
  beforeEach(() => {
    respond = () => Response.json({ success: false, error: 'Session expired' }, { status: 401 });
  });

  test('ends the session, leads to the sign-in and says so; unsaved work stays', async () => {
    signIn('token', ada);
    const result = await api.me();
    assert.equal(result.success, false);
    assert.equal(sessionStore.get().kind, 'signed-out');
    assert.deepEqual(storedKeys(), []);
    assert.equal(browser.location.pathname, '/login');
    assert.equal(toastStore.get()?.title, 'Session expired');
    assert.equal(clearCache.mock.callCount(), 1);
    assert.equal(clearUnsaved.mock.callCount(), 0);
  });

  test('does not end a newer session', async () => {
    signIn('old token', ada);
    const asked = api.me();
    signIn('new token', ada);
    await asked;
    assert.equal(signedInEmail(), ada.email);
    assert.equal(browser.localStorage.app_token, 'new token');
    assert.equal(browser.location.pathname, '/');
  });

  test('is reported once, however many calls it fails', async () => {
    signIn('token', ada);
    const toasts = mock.fn();
    const unsubscribe = toastStore.subscribe(toasts);
    await Promise.all([api.me(), api.me()]);
    unsubscribe();
    assert.equal(toasts.mock.callCount(), 1);
  });
});

test('a call without a stored token ends the session and does not reach the server', async () => {
  signIn('token', ada);
  browser.localStorage.removeItem('app_token');
  const requests = mock.fn(() => Response.json({ success: true }));
  respond = requests;
  await api.updateProfile({ body: { first_name: 'Zoe', last_name: 'Byron' } });
  assert.equal(requests.mock.callCount(), 0);
  assert.equal(sessionStore.get().kind, 'signed-out');
  assert.deepEqual(storedKeys(), []);
  assert.equal(browser.location.pathname, '/login');
  assert.equal(toastStore.get()?.title, 'Session expired');
});

test('a call without a session does not lead a visitor to the sign-in', async () => {
  await api.me();
  assert.equal(browser.location.pathname, '/');
});
test('a query that was sent without a token does not end a session that began after it', async () => {
  respond = () => new Response('', { status: 401 });
  const asked = readEndpoint(api.me.endpoint);
  signIn('token', ada);
  await assert.rejects(asked, { isAuthError: true });
  assert.equal(signedInEmail(), ada.email);
  assert.equal(browser.location.pathname, '/');
});

test('signing out deletes everything at once and tells the server afterwards, with or without a network', async () => {
  signIn('token', ada);
  const requests: unknown[] = [];
  respond = (...request) => {
    requests.push(request);
    assert.deepEqual(storedKeys(), []);
    throw new TypeError('Failed to fetch');
  };
  signOut();
  assert.equal(sessionStore.get().kind, 'signed-out');
  assert.deepEqual([...browser.attributes], []);
  assert.deepEqual(clearUnsaved.mock.calls[0]?.arguments, [ada.id]);
  assert.equal(clearCache.mock.callCount(), 1);
  assert.deepEqual(requests, [['/api/auth/logout', 'Bearer token']]);
  await new Promise(setImmediate); // An unhandled rejection would fail this test.
});

test('a changed name is stored and clears nothing', () => {
  signIn('token', ada);
  updateUser({ ...ada, first_name: 'Zoe' });
  assert.equal(JSON.parse(String(browser.localStorage.app_user)).first_name, 'Zoe');
  assert.equal(clearCache.mock.callCount(), 0);
});

test('signing out by address affects only the signed-in address', () => {
  signIn('token', ada);
  clearSessionOf(bob.email);
  assert.equal(signedInEmail(), ada.email);
  clearSessionOf(ada.email);
  assert.equal(sessionStore.get().kind, 'signed-out');
});
