import type { Limiters } from '#server/http/rate-limit.ts';

export type AuthLimiters = ReturnType<typeof createAuthLimiters>;

export function createAuthLimiters({ perAddress }: Limiters) {
  // Per account and client address, so that an attacker cannot lock out the owner.
  const signInPerAccount = perAddress('signInPerAccount', { attempts: 10, minutes: 15 });
  const signInPerAddress = perAddress('signInPerAddress', { attempts: 100, minutes: 15 });

  return {
    signIn: {
      async count(address: string, email: string) {
        await signInPerAddress.count(address);
        await signInPerAccount.count(address, email);
      },
      forget: (address: string, email: string) => signInPerAccount.forget(address, email),
    },

    emailRequest: perAddress('emailPerAddress', { attempts: 30, minutes: 60 }),
    newPassword: perAddress('newPasswordPerAddress', { attempts: 30, minutes: 60 }),
    adminAction: perAddress('adminActionPerAddress', { attempts: 100, minutes: 15 }),
  };
}
