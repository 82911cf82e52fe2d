import type { Config } from '#server/config.ts';
import { type CreateCounter, createLimiter, type Limit, limitIn } from '#server/http/rate-limit.ts';

export type EmailLimits = ReturnType<typeof createEmailLimits>;

export type LimitedEmail = 'confirm' | 'already-registered' | 'reset';

const perAddress: Limit = { attempts: 5, minutes: 60 };
const perMailbox: Limit = { attempts: 4 * perAddress.attempts, minutes: perAddress.minutes };

/**
 * Limits how many emails a person gets. Counts only emails that were sent: requests for addresses without an account do
 * not count. Each kind has its own limit.
 */
export function createEmailLimits({ mode }: Pick<Config, 'mode'>, createCounter: CreateCounter) {
  const limiterFor = (name: string, limit: Limit) =>
    createLimiter(createCounter, name, limitIn(mode, limit));
  const sent: Record<LimitedEmail, ReturnType<typeof createLimiter>> = {
    confirm: limiterFor('confirm', perAddress),
    'already-registered': limiterFor('already-registered', perAddress),
    reset: limiterFor('reset', perAddress),
  };
  // Only for confirmations, which anyone can request for any spelling of an address. The other kinds go to accounts
  // that the owner of the mailbox has confirmed, and other people's sign-ups must not use up their limit.
  const confirmationsPerMailbox = limiterFor('confirm-mailbox', perMailbox);

  return {
    async isReached(kind: LimitedEmail, email: string) {
      if (await sent[kind].isUsedUp(email)) return true;
      return kind === 'confirm' && confirmationsPerMailbox.isUsedUp(mailboxOf(email));
    },

    async countSent(kind: LimitedEmail, email: string) {
      await sent[kind].add(email);
      if (kind === 'confirm') await confirmationsPerMailbox.add(mailboxOf(email));
    },
  };
}

/** Returns an address without dots and suffix, for counting: many providers deliver all spellings to one mailbox. */
function mailboxOf(email: string) {
  const [local = '', domain = ''] = email.split('@');
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${domain}`;
}
