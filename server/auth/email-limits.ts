import type { Config } from '#server/config.ts';
import { createLimiter, type Limit } from '#server/http/rate-limit.ts';

export type EmailLimits = ReturnType<typeof createEmailLimits>;

export type LimitedEmail = 'confirm' | 'already-registered' | 'reset';

const perAddress: Limit = { attempts: 5, minutes: 60 };
const perMailbox: Limit = { attempts: 4 * perAddress.attempts, minutes: perAddress.minutes };
/** High enough that tests on one machine never reach it. */
const demo: Limit = { attempts: 100_000, minutes: 60 };

/**
 * Limits how many emails a person gets. Counts only emails that were sent: requests for addresses without an account do
 * not count. Each kind has its own limit.
 */
export function createEmailLimits({ mode }: Pick<Config, 'mode'>) {
  const limiterFor = (limit: Limit) => createLimiter(mode === 'demo' ? demo : limit);
  const sent: Record<LimitedEmail, ReturnType<typeof createLimiter>> = {
    confirm: limiterFor(perAddress),
    'already-registered': limiterFor(perAddress),
    reset: limiterFor(perAddress),
  };
  // Only for confirmations, which anyone can request for any spelling of an address. The other kinds go to accounts
  // that the owner of the mailbox has confirmed, and other people's sign-ups must not use up their limit.
  const confirmationsPerMailbox = limiterFor(perMailbox);

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
