import type { Config } from '#server/config.ts';
import { renderEmail } from '#server/mail/email.ts';
import type { OutboxRow } from '#server/mail/outbox.ts';
import type { ComposedEmail } from '#server/mail/worker.ts';
import type { EmailLimits } from './email-limits.ts';
import { createEmails, type EmailText } from './emails.ts';
import type { PendingRegistrations } from './pending-registrations.ts';
import type { Accounts } from './store.ts';
import type { AccountTokens } from './tokens.ts';

/** Composes the email for an outbox row from current data. Returns undefined if it is no longer needed. */
export function createEmailComposer(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  accounts: Accounts,
  pending: PendingRegistrations,
  tokens: AccountTokens,
  limits: EmailLimits,
) {
  const emails = createEmails(publicUrl);
  const contents: Record<OutboxRow['kind'], (row: OutboxRow) => Promise<EmailText | undefined>> = {
    confirm: composeForRegistration,

    async reset(row) {
      const account = await accounts.find(row.recipient);
      // Without a confirmed account there is no password to reset: the confirmation email helps instead.
      if (!account) return composeForRegistration(row);
      return emails.reset(account, await tokens.issueRecovery(account.id));
    },

    async 'password-changed'({ recipient }) {
      const account = await accounts.find(recipient);
      return account && emails.passwordChanged(account);
    },

    'account-deleted': async () => emails.accountDeleted(),
    'account-deleted-by-admin': async () => emails.accountDeletedByAdmin(),
  };

  return async (row: OutboxRow): Promise<ComposedEmail | undefined> => {
    const content = await contents[row.kind](row);
    if (!content) return undefined;
    const { limited, ...text } = content;
    const email = renderEmail({ to: row.recipient, ...text });
    return {
      email,
      ...(limited && { onSent: () => limits.countSent(limited, row.recipient) }),
    };
  };

  /** Composes the email to a new or an existing user. The request cannot decide: it does the same for every address. */
  async function composeForRegistration({ id, recipient, registration_id }: OutboxRow) {
    const registration = await pending.findFor(recipient, registration_id);
    if (!registration) return undefined;
    const account = await accounts.find(recipient);
    // Sending nothing is safe: the links that were sent remain valid.
    if (await limits.isReached(account ? 'already-registered' : 'confirm', recipient))
      return undefined;
    if (account) return emails.alreadyRegistered(account);
    return emails.confirm(registration.created_at, await pending.issueToken(registration.id, id));
  }
}
