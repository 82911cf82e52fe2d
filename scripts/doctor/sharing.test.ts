import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSharing } from './sharing.ts';

const OFFERED =
  '<intent-filter><action android:name="android.intent.action.SEND" /></intent-filter>';

test('the Android app must be offered for sharing if a feature takes what is shared, and only then', () => {
  assert.equal(checkSharing(OFFERED, true).state, 'ok');
  assert.equal(checkSharing('', false).state, 'ok');
  const nobody = checkSharing(OFFERED, false);
  assert.equal(nobody.state, 'problem');
  assert.match(nobody.text, /no feature has a share target: remove/);
  const hidden = checkSharing('', true);
  assert.equal(hidden.state, 'problem');
  assert.match(hidden.text, /cannot share with the Android app: add/);
});
