import assert from 'node:assert/strict';
import { test } from 'node:test';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import {
  clearLinkFragment,
  hideLinkFragment,
  readLinkFragment,
  recoveryToken,
} from './link-fragment.ts';

const LINK = 'https://app.example/confirm?from=mail#access_token=a%2Bb&type=signup';
const PARAMETERS = { access_token: 'a+b', type: 'signup' };

test('the parameters of a link are read from its fragment', () => {
  installFakeBrowser(LINK);
  assert.deepEqual(readLinkFragment(), PARAMETERS);
});

test('an address without parameters has none, even with the skip link target', () => {
  for (const fragment of ['', '#', '#main']) {
    const { location } = installFakeBrowser(`https://app.example/confirm${fragment}`);
    assert.deepEqual(readLinkFragment(), {});
    const before = location.href;
    hideLinkFragment();
    assert.equal(location.href, before);
  }
});

test('hidden parameters are in the history entry and no longer in the address', () => {
  const { location, history } = installFakeBrowser(LINK);
  history.state = { scroll: 5 };
  hideLinkFragment();
  assert.equal(location.href, 'https://app.example/confirm?from=mail');
  assert.deepEqual(history.state, { scroll: 5, link: PARAMETERS });
  assert.deepEqual(readLinkFragment(), PARAMETERS);
});

test('a second link in the same tab replaces the hidden one', () => {
  const { location } = installFakeBrowser(LINK);
  hideLinkFragment();
  location.hash = '#access_token=newer&type=signup';
  assert.deepEqual(readLinkFragment(), { access_token: 'newer', type: 'signup' });
  hideLinkFragment();
  assert.deepEqual(readLinkFragment(), { access_token: 'newer', type: 'signup' });
});

test('a used link is removed from the history entry, and nothing else is', () => {
  const { history } = installFakeBrowser(LINK);
  history.state = { scroll: 5 };
  hideLinkFragment();
  clearLinkFragment();
  assert.deepEqual(readLinkFragment(), {});
  assert.deepEqual(history.state, { scroll: 5, link: undefined });
});

test('only a complete link to reset the password has a token', () => {
  const complete = { access_token: 'a', refresh_token: 'b', type: 'recovery' };
  assert.equal(recoveryToken(complete), 'a');
  const { access_token: _a, ...withoutAccess } = complete;
  const { refresh_token: _r, ...withoutRefresh } = complete;
  for (const incomplete of [{}, withoutAccess, withoutRefresh, { ...complete, type: 'signup' }])
    assert.equal(recoveryToken(incomplete), undefined);
});
