import { after, test } from 'node:test';
import { fromNow } from '#server/clock.ts';
import { tokenHash } from '#server/secrets.ts';
import { linkIn, startTestServer } from '#server/testing/harness.ts';
import { waitFor } from '#tooling/wait-for.ts';

const server = await startTestServer();
after(server.stop);

test('expired sessions and tokens are deleted; a used confirmation is kept for a while', async () => {
  const ada = await server.signUpByEmail();
  const { access_token } = linkIn(await server.emailTo(ada.email));
  const ended = await server.call('login', { body: ada });
  await server.call('resetPassword', { body: { email: ada.email } });
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
  await ada.call('me');
  await server.call('confirm', { body: { access_token, type: 'signup' } });
});

async function expireToken(token: string, days: number) {
  await server.query
    .updateTable('account_tokens')
    .set({ expires_at: fromNow({ days }) })
    .where('token_hash', '=', tokenHash(token))
    .execute();
}
