import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { fromNow } from '#server/clock/clock.ts';
import { tokenHash } from '#server/database/secrets.ts';
import { linkIn, newPerson, startTestServer } from '#server/testing/harness.ts';
import { SESSION_LIFETIME_DAYS } from '#shared/constants.ts';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const server = await startTestServer();
after(server.stop);

test('expired sessions and tokens are deleted; a used confirmation is kept for a while', async () => {
  const ada = await server.signUpByEmail();
  const { access_token } = linkIn(await server.emailTo(ada.email));
  const ended = await server.call(kit.login, { body: ada });
  await server.call(kit.resetPassword, { body: { email: ada.email } });
  const reset = linkIn(await server.emailTo(ada.email));
  await server.query
    .updateTable('sessions')
    .set({ expires_at: fromNow({ seconds: -1 }) })
    .where('token_hash', '=', tokenHash(ended.token))
    .execute();
  await expireToken(reset.access_token, -31);
  await expireToken(access_token, -29);

  await server.restart();
  await waitFor('they are swept', async () => {
    const sessions = (await server.everyRow('sessions')).map(({ token_hash }) => token_hash);
    const tokens = (await server.everyRow('account_tokens')).map(({ token_hash }) => token_hash);
    return sessions.join() === tokenHash(ada.token) && tokens.join() === tokenHash(access_token);
  });
  await ada.call(kit.me);
  await server.call(kit.confirm, { body: { access_token, type: 'signup' } });
});

test('reset and confirmation links sent while the clock was ahead are not valid longer than others', async (t) => {
  const ada = await server.signUp();
  const waiting = newPerson();
  setClock(t, YEARS_AHEAD);
  await server.call(kit.resetPassword, { body: { email: ada.email } });
  await server.call(kit.register, { body: waiting });
  const reset = linkIn(await server.emailTo(ada.email));
  const confirmation = linkIn(await server.emailTo(waiting.email));
  t.mock.timers.reset();

  const password = 'a new one';
  const late = await server
    .as(reset.access_token)
    .error(kit.updatePassword, { body: { password } });
  assert.equal(late.status, 401);
  assert.equal(await confirm(confirmation), 400);

  await server.call(kit.resetPassword, { body: { email: ada.email } });
  const { access_token } = linkIn(await server.emailTo(ada.email));
  await server.as(access_token).call(kit.updatePassword, { body: { password } });
  await server.call(kit.resendConfirmation, { body: waiting });
  assert.equal(await confirm(linkIn(await server.emailTo(waiting.email))), 200);
});

test('links still work after the clock was set back by seconds', async (t) => {
  const ada = await server.signUp();
  const waiting = newPerson();
  setClock(t, 30_000);
  await server.call(kit.resetPassword, { body: { email: ada.email } });
  await server.call(kit.register, { body: waiting });
  const { access_token } = linkIn(await server.emailTo(ada.email));
  const confirmation = linkIn(await server.emailTo(waiting.email));
  t.mock.timers.reset();
  const body = { password: 'a new one' };
  await server.as(access_token).call(kit.updatePassword, { body });
  assert.equal(await confirm(confirmation), 200);
});

test('sessions, links and registrations created while the clock was ahead end like all others', async (t) => {
  const ada = await server.signUp();
  const waiting = newPerson();
  setClock(t, YEARS_AHEAD);
  const { token } = await server.call(kit.login, { body: ada });
  await server.call(kit.resetPassword, { body: { email: ada.email } });
  await server.call(kit.register, { body: waiting });
  const reset = linkIn(await server.emailTo(ada.email));
  t.mock.timers.reset();
  await server.as(token).call(kit.me);

  await server.restart();
  await waitFor('the times are corrected', async () => {
    const sessions = await server.everyRow('sessions');
    const tokens = await server.everyRow('account_tokens');
    const registrations = await server.everyRow('pending_registrations');
    return (
      sessions.every(({ expires_at }) => expires_at <= fromNow({ days: SESSION_LIFETIME_DAYS })) &&
      tokens.every(({ token_hash }) => token_hash !== tokenHash(reset.access_token)) &&
      registrations.every(({ created_at }) => created_at <= fromNow({ seconds: 0 }))
    );
  });
  await server.as(token).call(kit.me);
  assert.equal((await server.error(kit.login, { body: waiting })).status, 403);
});

const YEARS_AHEAD = 10 * 365 * 24 * 60 * 60 * 1000;

/** Stops the clock at a time from now. */
function setClock(t: TestContext, aheadMs: number) {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + aheadMs });
}

async function confirm({ access_token }: { access_token: string }) {
  const { status } = await server.send(kit.confirm, { body: { access_token, type: 'signup' } });
  return status;
}

async function expireToken(token: string, days: number) {
  await server.query
    .updateTable('account_tokens')
    .set({ expires_at: fromNow({ days }) })
    .where('token_hash', '=', tokenHash(token))
    .execute();
}
