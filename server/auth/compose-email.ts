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
      if (account) return emails.reset(account, await tokens.issueRecovery(account.id));
      // Without a confirmed account there is no password to reset: the confirmation email is sent instead.
      if (await limits.isReached('confirm-by-reset', row.recipient)) return undefined;
      const content = await composeForRegistration(row);
      return content && { ...content, limited: 'confirm-by-reset' };
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

  /** Composes the email to a new or existing user. The request cannot choose: it does the same for every address. */
  async function composeForRegistration(row: OutboxRow): Promise<EmailText | undefined> {
    const { id, recipient, registration_id } = row;
    const [registration] = await pending.findFor(recipient, registration_id);
    if (!registration) return undefined;
    const account = await accounts.find(recipient);
    if (account) {
      const isReached = await limits.isReached('already-registered', recipient);
      return isReached ? undefined : emails.alreadyRegistered(account);
    }
    const isOneOfSeveral = (await pending.findFor(recipient, null)).length > 1;
    // The owner of the address might otherwise confirm a stranger's sign-up, and thereby the stranger's password.
    if (isOneOfSeveral && registration_id === null) return emails.severalSignUps();
    const token = await pending.issueToken(registration.id, id);
    return emails.confirm(registration.created_at, token, isOneOfSeveral);
  }
}
