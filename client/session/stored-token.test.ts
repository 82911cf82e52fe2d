import assert from 'node:assert/strict';
import { afterEach, beforeEach, mock, test } from 'node:test';
import { ada } from '#client/testing/ada.ts';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import { dismissToast, toastStore } from '#client/toasts/toast.ts';
import {
  checkStoredToken,
  emailOf,
  registerSessionData,
  restoreSession,
  sessionStore,
  signIn,
} from './session.ts';

const bob = { ...ada, id: 'b', email: 'bob@example.com' };
const clearUnsaved = mock.fn();
registerSessionData({ clearUnsaved });
let browser: ReturnType<typeof installFakeBrowser>;

beforeEach(() => {
  browser = installFakeBrowser();
  restoreSession();
  signIn('token', ada);
  assert.equal(checkStoredToken(), true);
});
afterEach(dismissToast);

for (const [what, change] of [
  ['is gone', () => browser.localStorage.removeItem('app_token')],
  ['is another one', () => browser.localStorage.setItem('app_token', 'other token')],
] as const)
  test(`a stored token that ${what} ends the session as a rejected one does`, () => {
    change();
    assert.equal(checkStoredToken(), false);
    assert.equal(sessionStore.get().kind, 'signed-out');
    assert.deepEqual(Object.keys(browser.localStorage), []);
    assert.equal(browser.location.pathname, '/login');
    assert.equal(toastStore.get()?.title, 'Session expired');
    assert.equal(clearUnsaved.mock.callCount(), 0);
  });

test('another user who has just signed in in another tab stays signed in, and this tab follows', () => {
  browser.localStorage.setItem('app_user', JSON.stringify(bob));
  browser.localStorage.setItem('app_token', 'other token');
  assert.equal(checkStoredToken(), false);
  assert.equal(emailOf(sessionStore.get()), bob.email);
  assert.equal(browser.localStorage.app_token, 'other token');
  assert.equal(toastStore.get(), undefined);
  assert.equal(checkStoredToken(), true);
});

test('the session continues with a token that another tab has stored and the browser has reported', () => {
  browser.changeInOtherTab('app_token', 'newer token');
  assert.equal(checkStoredToken(), true);
});

test('the session continues with a token that was stored while the page was in the back/forward cache', () => {
  browser.localStorage.setItem('app_token', 'newer token');
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  assert.equal(checkStoredToken(), true);
});
