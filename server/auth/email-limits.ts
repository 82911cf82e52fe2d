import type { Config } from '#server/config.ts';
import { createLimiter, type Limit } from '#server/http/rate-limit.ts';

export type EmailLimits = ReturnType<typeof createEmailLimits>;

export type LimitedEmail = 'confirm' | 'already-registered' | 'reset';

const perAddress: Limit = { attempts: 5, minutes: 60 };
const perMailbox: Limit = { attempts: 4 * perAddress.attempts, minutes: perAddress.minutes };
/** High enough that tests on one machine never meet it. */
const demo: Limit = { attempts: 100_000, minutes: 60 };

/**
 * Bounds how many emails a person gets. Only emails that were really sent count: asking for emails to addresses
 * without an account uses up nothing. One counter per kind, so that one kind cannot use up another.
 */
export function createEmailLimits({ mode }: Pick<Config, 'mode'>) {
  const limiterFor = (limit: Limit) => createLimiter(mode === 'demo' ? demo : limit);
  const sent: Record<LimitedEmail, ReturnType<typeof createLimiter>> = {
    confirm: limiterFor(perAddress),
    'already-registered': limiterFor(perAddress),
    reset: limiterFor(perAddress),
  };
  // Only for confirmations, which anyone can cause for any spelling. The owner of the mailbox has confirmed every
  // account that gets the other kinds, and a stranger's sign-ups must not use up the owner's password resets.
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

/** With many providers all of these reach one mailbox. For counting only: as accounts they are different. */
function mailboxOf(email: string) {
  const [local = '', domain = ''] = email.split('@');
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${domain}`;
}
