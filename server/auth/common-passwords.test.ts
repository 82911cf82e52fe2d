import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { newPerson, startProductionServer, startTestServer } from '#server/testing/harness.ts';
import { PASSWORD_MIN_CHARACTERS } from '#shared/constants.ts';
import { kit } from '#shared/endpoints.ts';
import { fieldMessages } from '#shared/messages.ts';

const production = await startProductionServer();
const demo = await startTestServer();
after(production.stop);
after(demo.stop);

const COMMON = ['123456', '123456789', 'qwerty', 'PASSWORD', 'iLoveYou', 'ｐａｓｓｗｏｒｄ１'];

test('a common password in any case gets 400 at sign-up, and no email is sent', async () => {
  for (const password of COMMON) {
    const { status, fields } = await production.error(kit.register, {
      body: { ...newPerson(), password },
    });
    assert.deepEqual([status, fields], [400, { password: fieldMessages.passwordCommon }], password);
  }
  assert.equal(await production.count('pending_registrations'), 0);
  assert.equal(await production.count('outbox'), 0);
});

test('a common new password gets 400, and the reset link can still set another one', async () => {
  const ada = await production.signUp();
  const token = await production.running.tokens.issueRecovery(ada.user.id);
  for (const password of COMMON) {
    const { status, fields } = await production.error(kit.updatePassword, {
      token,
      body: { password },
    });
    assert.deepEqual([status, fields], [400, { password: fieldMessages.passwordCommon }], password);
  }
  await ada.call(kit.me);
  await production.as(token).call(kit.updatePassword, { body: { password: '7 green lamps' } });
});

test('a password that only contains a common one is accepted', async () => {
  for (const password of ['password of Ada', '1234567 horses', 'qwerty\npassword'])
    await production.call(kit.register, { body: { ...newPerson(), password } });
});

test('the demo accepts common passwords', async () => {
  await demo.call(kit.register, { body: { ...newPerson(), password: '123456' } });
});

test('the list has more than 3000 passwords that are valid otherwise', () => {
  const list = gunzipSync(readFileSync(join(import.meta.dirname, 'common-passwords.txt.gz')));
  const accepted = list
    .toString()
    .split('\n')
    .filter((password) => password.length >= PASSWORD_MIN_CHARACTERS);
  assert.ok(accepted.length > 3000, String(accepted.length));
});
