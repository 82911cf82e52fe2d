import type { Config } from '#server/config.ts';
import { createLimiter, type Limit } from '#server/http/rate-limit.ts';

export type AuthLimiters = ReturnType<typeof createAuthLimiters>;

type Limits = Record<
  | 'signInPerAccount'
  | 'signInPerAddress'
  | 'letterPerAccount'
  | 'letterPerAddress'
  | 'newPasswordPerAddress',
  Limit
>;

const production: Limits = {
  signInPerAccount: { attempts: 10, minutes: 15 },
  signInPerAddress: { attempts: 100, minutes: 15 },
  letterPerAccount: { attempts: 5, minutes: 60 },
  letterPerAddress: { attempts: 30, minutes: 60 },
  newPasswordPerAddress: { attempts: 30, minutes: 60 },
};

/** High enough that tests on one machine never meet them. */
const demo = Object.fromEntries(
  Object.entries(production).map(([name, { minutes }]) => [name, { attempts: 100_000, minutes }]),
) as Limits;

export function createAuthLimiters({ mode }: Pick<Config, 'mode'>) {
  const limits = mode === 'demo' ? demo : production;
  // Per account and address together: whoever guesses at an account locks out themselves, not its owner.
  const signInPerAccount = createLimiter(limits.signInPerAccount);
  const signInPerAddress = createLimiter(limits.signInPerAddress);
  const letterPerAccount = createLimiter(limits.letterPerAccount);
  const letterPerAddress = createLimiter(limits.letterPerAddress);
  const newPasswordPerAddress = createLimiter(limits.newPasswordPerAddress);
  const both = (address: string, email: string) => `${address} ${email}`;

  return {
    signIn: {
      async count(address: string, email: string) {
        await signInPerAddress.count(address);
        await signInPerAccount.count(both(address, email));
      },
      forget: (address: string, email: string) => signInPerAccount.forget(both(address, email)),
    },
    async letter(address: string, email: string) {
      await letterPerAddress.count(address);
      await letterPerAccount.count(email);
    },
    newPassword: (address: string) => newPasswordPerAddress.count(address),
  };
}
