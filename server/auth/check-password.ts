import { badFields } from '#server/errors/errors.ts';
import type { User } from '#shared/auth.ts';
import { fieldMessages } from '#shared/messages.ts';
import type { AuthLimiters } from './limits.ts';
import { inPasswordQueue } from './password-queue.ts';
import { verifyPassword } from './passwords.ts';
import type { Accounts } from './store.ts';

/**
 * Returns a function that asks the signed-in user for the password again: anyone holding the unlocked phone has the
 * session. Attempts are limited like sign-in attempts.
 */
export function createPasswordCheck(
  accounts: Pick<Accounts, 'find'>,
  { signIn }: Pick<AuthLimiters, 'signIn'>,
) {
  return async (
    { email }: Pick<User, 'email'>,
    password: string,
    client: { address: string; hasLeft(): boolean },
  ) => {
    await signIn.count(client.address, email);
    const account = await accounts.find(email);
    const isRight =
      account &&
      (await inPasswordQueue(client, () => verifyPassword(password, account.password_hash)));
    if (!isRight) throw badFields({ password: fieldMessages.passwordWrong });
    await signIn.forget(client.address, email);
  };
}
