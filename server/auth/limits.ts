import type { Config } from '#server/config.ts';
import {
  type CreateCounter,
  createAddressLimiter,
  type Limit,
  limitIn,
} from '#server/http/rate-limit.ts';

export type AuthLimiters = ReturnType<typeof createAuthLimiters>;

const limits = {
  signInPerAccount: { attempts: 10, minutes: 15 },
  signInPerAddress: { attempts: 100, minutes: 15 },
  emailPerAddress: { attempts: 30, minutes: 60 },
  newPasswordPerAddress: { attempts: 30, minutes: 60 },
  adminActionPerAddress: { attempts: 100, minutes: 15 },
} satisfies Record<string, Limit>;

export function createAuthLimiters({ mode }: Pick<Config, 'mode'>, createCounter: CreateCounter) {
  const limiter = (name: keyof typeof limits) =>
    createAddressLimiter(createCounter, name, limitIn(mode, limits[name]));
  // Per account and client address, so that an attacker cannot lock out the owner.
  const signInPerAccount = limiter('signInPerAccount');
  const signInPerAddress = limiter('signInPerAddress');
  const emailPerAddress = limiter('emailPerAddress');
  const newPasswordPerAddress = limiter('newPasswordPerAddress');
  const adminActionPerAddress = limiter('adminActionPerAddress');

  return {
    signIn: {
      async count(address: string, email: string) {
        await signInPerAddress.count(address);
        await signInPerAccount.count(address, email);
      },
      forget: (address: string, email: string) => signInPerAccount.forget(address, email),
    },

    emailRequest: (address: string) => emailPerAddress.count(address),
    newPassword: (address: string) => newPasswordPerAddress.count(address),
    adminAction: (address: string) => adminActionPerAddress.count(address),
  };
}
