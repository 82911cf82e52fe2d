import type { Config } from '#server/config.ts';
import { createAddressLimiter, createLimiter, type Limit } from '#server/http/rate-limit.ts';

export type AuthLimiters = ReturnType<typeof createAuthLimiters>;

type Limits = Record<
  | 'signInPerAccount'
  | 'signInPerAddress'
  | 'emailPerAccount'
  | 'emailPerAddress'
  | 'newPasswordPerAddress',
  Limit
>;

const production: Limits = {
  signInPerAccount: { attempts: 10, minutes: 15 },
  signInPerAddress: { attempts: 100, minutes: 15 },
  emailPerAccount: { attempts: 5, minutes: 60 },
  emailPerAddress: { attempts: 30, minutes: 60 },
  newPasswordPerAddress: { attempts: 30, minutes: 60 },
};

/** High enough that tests on one machine never meet them. */
const demo = Object.fromEntries(
  Object.entries(production).map(([name, { minutes }]) => [name, { attempts: 100_000, minutes }]),
) as Limits;

export function createAuthLimiters({ mode }: Pick<Config, 'mode'>) {
  const limits = mode === 'demo' ? demo : production;
  // Per account and address together: whoever guesses at an account locks out themselves, not its owner.
  const signInPerAccount = createAddressLimiter(limits.signInPerAccount);
  const signInPerAddress = createAddressLimiter(limits.signInPerAddress);
  const emailPerAddress = createAddressLimiter(limits.emailPerAddress);
  const newPasswordPerAddress = createAddressLimiter(limits.newPasswordPerAddress);
  // One counter per kind: who asks for one kind of email in vain cannot use up another.
  const emailPerAccount = {
    register: createLimiter(limits.emailPerAccount),
    resendConfirmation: createLimiter(limits.emailPerAccount),
    resetPassword: createLimiter(limits.emailPerAccount),
  };

  return {
    signIn: {
      async count(address: string, email: string) {
        await signInPerAddress.count(address);
        await signInPerAccount.count(address, email);
      },
      forget: (address: string, email: string) => signInPerAccount.forget(address, email),
    },

    /**
     * Refuses callers who ask too often. For an account that got enough emails it answers false: then nothing is sent
     * and the answer is the usual one, so that nobody can lock out another and the answer tells nothing.
     */
    async mayEmail(kind: keyof typeof emailPerAccount, address: string, email: string) {
      await emailPerAddress.count(address);
      return emailPerAccount[kind].allows(mailboxOf(email));
    },

    newPassword: (address: string) => newPasswordPerAddress.count(address),
  };
}

/** With many providers all of these reach one mailbox. For counting only: as accounts they are different. */
function mailboxOf(email: string) {
  const [local = '', domain = ''] = email.split('@');
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${domain}`;
}
