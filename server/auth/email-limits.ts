import { networkOf } from '#server/http/address.ts';
import type { Limit, Limiters } from '#server/http/rate-limit.ts';

export type EmailLimits = ReturnType<typeof createEmailLimits>;

/** Kinds of emails that are counted when sent. `confirm-by-reset` is a confirmation caused by a password reset. */
export type LimitedEmail = 'already-registered' | 'reset' | 'confirm-by-reset';

const sentPerRecipient: Limit = { attempts: 5, minutes: 60 };
const confirmationsPerCaller: Limit = { attempts: 15, minutes: 60 };
const confirmationsPerMailbox: Limit = { attempts: 20, minutes: 60 };
const firstPerCaller: Limit = { attempts: 1, minutes: 60 };
const firstsPerMailbox: Limit = { attempts: 80, minutes: 60 };

/** Limits how many emails a recipient gets. */
export function createEmailLimits({ perKey, perAddress }: Limiters) {
  const sent: Record<LimitedEmail, ReturnType<typeof perKey>> = {
    'already-registered': perKey('already-registered', sentPerRecipient),
    reset: perKey('reset', sentPerRecipient),
    'confirm-by-reset': perKey('confirm-by-reset', sentPerRecipient),
  };
  const ofCaller = perAddress('confirm-caller', confirmationsPerCaller);
  const firstOfCaller = perKey('confirm-first', firstPerCaller);
  const ofMailbox = perKey('confirm-mailbox', confirmationsPerMailbox);
  const firstsOfMailbox = perKey('confirm-mailbox-firsts', firstsPerMailbox);

  return {
    /**
     * Counts a request for a confirmation, which anyone can make for any spelling of an address. Throws 429 if the
     * caller has made too many for this mailbox. Returns whether the email may be sent: strangers can use up a
     * mailbox's hourly limit, but not the first email requested from another network. Counts requests instead of
     * emails, so that the limit does not reveal whether there is an account.
     */
    async takeConfirmation(address: string, email: string) {
      const mailbox = mailboxOf(email);
      await ofCaller.count(address, mailbox);
      const isFirst = await firstOfCaller.take(`${networkOf(address)} ${mailbox}`);
      if (await ofMailbox.take(mailbox)) return true;
      return isFirst && firstsOfMailbox.take(mailbox);
    },

    /** Tells whether a recipient has reached the limit of a kind of email. Only sent emails count. */
    isReached: (kind: LimitedEmail, email: string) => sent[kind].isUsedUp(recipient(kind, email)),

    async countSent(kind: LimitedEmail, email: string) {
      await sent[kind].take(recipient(kind, email));
    },
  };
}

/**
 * Returns the key of the count: the mailbox for emails to unconfirmed addresses, otherwise the address, because
 * requests with other spellings must not use up the limit of an account.
 */
const recipient = (kind: LimitedEmail, email: string) =>
  kind === 'confirm-by-reset' ? mailboxOf(email) : email;

/** Returns an address without dots and suffix, for counting: many providers deliver all spellings to one mailbox. */
function mailboxOf(email: string) {
  const [local = '', domain = ''] = email.split('@');
  return `${local.replace(/\+.*$/, '').replaceAll('.', '')}@${domain}`;
}
