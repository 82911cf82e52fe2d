import { app } from '#app';
import type { Config } from '#server/config.ts';
import { type EmailContent, renderEmail } from '#server/mail/email.ts';
import type { OutboxRow } from '#server/mail/outbox.ts';
import type { ComposedEmail } from '#server/mail/worker.ts';
import { newToken } from '#server/secrets.ts';
import {
  CONFIRMATION_LIFETIME_HOURS,
  DATE_LOCALE,
  RECOVERY_LIFETIME_HOURS,
} from '#shared/constants.ts';
import type { EmailLimits, LimitedEmail } from './email-limits.ts';
import type { PendingRegistrations } from './pending-registrations.ts';
import type { Accounts } from './store.ts';
import type { AccountTokens } from './tokens.ts';

type Account = NonNullable<Awaited<ReturnType<Accounts['find']>>>;
type Content = Omit<EmailContent, 'to'> & { limited?: LimitedEmail };

/** Composes the email for an outbox row from current data. Returns undefined if it is no longer needed. */
export function createEmailComposer(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  accounts: Accounts,
  pending: PendingRegistrations,
  tokens: AccountTokens,
  limits: EmailLimits,
) {
  const contents: Record<OutboxRow['kind'], (row: OutboxRow) => Promise<Content | undefined>> = {
    confirm: composeForRegistration,

    async reset(row) {
      const account = await accounts.find(row.recipient);
      // Without a confirmed account there is no password to reset: the confirmation email helps instead.
      if (!account) return composeForRegistration(row);
      return reset(account, await tokens.issueRecovery(account.id));
    },

    async 'password-changed'({ recipient }) {
      const account = await accounts.find(recipient);
      return account && passwordChanged(account);
    },

    'account-deleted': async () => accountDeleted(),
    'account-deleted-by-admin': async () => accountDeletedByAdmin(),
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
    if (account) return alreadyRegistered(account);
    return confirm(registration.created_at, await pending.issueToken(registration.id, id));
  }

  /** Contains nothing that was entered at sign-up: the address may belong to someone else. */
  function confirm(signedUpAt: string, token: string): Content {
    return {
      limited: 'confirm',
      subject: `Confirm your email for ${app.name}`,
      heading: 'Confirm your email address',
      paragraphs: [
        `Someone signed up for ${app.name} with this email address on ${asDateAndTime(signedUpAt)}. If it was you, confirm your address, then sign in.`,
      ],
      actions: [
        {
          label: 'Confirm email',
          url: `${publicUrl}/confirm#access_token=${token}&type=signup`,
        },
      ],
      footnote: `The link works for ${CONFIRMATION_LIFETIME_HOURS} hours. If you did not sign up, ignore this email and no account will be created.`,
    };
  }

  function alreadyRegistered({ first_name }: Account): Content {
    return {
      limited: 'already-registered',
      subject: `You already have a ${app.name} account`,
      heading: `Hello again, ${first_name}`,
      paragraphs: [
        'Someone, probably you, tried to sign up with this email address. It already has an account, so nothing has changed.',
        'You can sign in as before, or set a new password if you do not remember yours.',
      ],
      actions: [
        { label: 'Sign in', url: `${publicUrl}/login` },
        { label: 'Reset password', url: `${publicUrl}/login?mode=forgot` },
      ],
      footnote: 'If this was not you, there is nothing you need to do.',
    };
  }

  function reset({ first_name }: Account, token: string): Content {
    // The page expects a refresh token too. It gives access to nothing, so it is not stored.
    const fragment = `access_token=${token}&refresh_token=${newToken()}&type=recovery`;
    return {
      limited: 'reset',
      subject: `Set a new ${app.name} password`,
      heading: `Hello, ${first_name}`,
      paragraphs: [
        `You asked to reset the password for your ${app.name} account. Follow this link to choose a new one.`,
      ],
      actions: [{ label: 'Set new password', url: `${publicUrl}/reset-password#${fragment}` }],
      footnote: `The link works once and expires after ${RECOVERY_LIFETIME_HOURS === 1 ? 'one hour' : `${RECOVERY_LIFETIME_HOURS} hours`}. If you did not ask for it, you can ignore this email: your password will not change.`,
    };
  }

  function passwordChanged({ first_name }: Account): Content {
    return {
      subject: `Your ${app.name} password was changed`,
      heading: `Hello, ${first_name}`,
      paragraphs: [
        `The password for your ${app.name} account was just changed, and you were signed out on every device. Sign in with the new password to continue.`,
      ],
      actions: [
        { label: 'Sign in', url: `${publicUrl}/login` },
        { label: 'This wasn’t me: reset password', url: `${publicUrl}/login?mode=forgot` },
      ],
      footnote: `If you did not change it, reset it now and write to ${app.supportEmail}.`,
    };
  }

  function accountDeleted(): Content {
    return {
      subject: `Your ${app.name} account was deleted`,
      heading: 'Your account was deleted',
      paragraphs: [
        'Your account and everything in it were deleted, as requested in the app and confirmed with your password. You are welcome to sign up again with this email address.',
      ],
      actions: [{ label: 'Create a new account', url: `${publicUrl}/signup` }],
      footnote: `If this was not you, write to ${app.supportEmail}.`,
    };
  }

  function accountDeletedByAdmin(): Content {
    return {
      subject: `Your ${app.name} account was deleted`,
      heading: 'Your account was deleted',
      paragraphs: [
        'An administrator deleted your account and everything in it. It cannot be restored.',
      ],
      actions: [{ label: 'Create a new account', url: `${publicUrl}/signup` }],
      footnote: `If you think this is a mistake, write to ${app.supportEmail}.`,
    };
  }
}

const asDateAndTime = (time: string) =>
  `${new Date(time).toLocaleString(DATE_LOCALE, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;
