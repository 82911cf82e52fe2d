import { app } from '#app';
import type { Config } from '#server/config.ts';
import { type Letter, type LetterContent, writeLetter } from '#server/mail/letter.ts';
import type { OutboxRow } from '#server/mail/outbox.ts';
import { newToken } from '#server/secrets.ts';
import { CONFIRMATION_LIFETIME_HOURS, RECOVERY_LIFETIME_HOURS } from '#shared/constants.ts';
import type { Accounts } from './store.ts';
import type { AccountTokens } from './tokens.ts';

type Account = NonNullable<Awaited<ReturnType<Accounts['find']>>>;
type Content = Omit<LetterContent, 'to'> | undefined;
type LetterToAccount = Exclude<OutboxRow['letter'], 'account-deleted'>;

/** Turns a row of the outbox into the letter as it is true now; without an account there is nothing to say but goodbye. */
export function createLetterWriter(
  { publicUrl }: Pick<Config, 'publicUrl'>,
  accounts: Accounts,
  tokens: AccountTokens,
) {
  const contents: Record<LetterToAccount, (account: Account) => Content | Promise<Content>> = {
    confirm: async (account) =>
      account.confirmed_at
        ? undefined
        : confirm(account, await tokens.issueConfirmation(account.id)),
    'already-registered': alreadyRegistered,
    reset: async (account) => reset(account, await tokens.issueRecovery(account.id)),
    'password-changed': passwordChanged,
  };

  return async ({ letter, recipient }: OutboxRow): Promise<Letter | undefined> => {
    if (letter === 'account-deleted') return writeLetter({ to: recipient, ...accountDeleted() });
    const account = await accounts.find(recipient);
    const content = account && (await contents[letter](account));
    return content && writeLetter({ to: recipient, ...content });
  };

  function confirm({ first_name }: Account, token: string): Content {
    return {
      subject: `Confirm your email for ${app.name}`,
      heading: `Welcome, ${first_name}`,
      paragraphs: [
        `Thank you for signing up for ${app.name}. One tap confirms that this address is yours, and you can sign in.`,
      ],
      actions: [
        {
          label: 'Confirm email',
          url: `${publicUrl}/confirm#access_token=${token}&type=signup`,
        },
      ],
      footnote: `The link works for ${CONFIRMATION_LIFETIME_HOURS} hours. If you did not sign up, you can ignore this letter.`,
    };
  }

  function alreadyRegistered({ first_name }: Account): Content {
    return {
      subject: `You already have a ${app.name} account`,
      heading: `Hello again, ${first_name}`,
      paragraphs: [
        'Someone, probably you, tried to sign up with this address. It already has an account, so nothing was changed.',
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
    // The page expects a refresh token beside the access token; it opens nothing here, so nothing keeps it.
    const fragment = `access_token=${token}&refresh_token=${newToken()}&type=recovery`;
    return {
      subject: `Set a new ${app.name} password`,
      heading: `Hello, ${first_name}`,
      paragraphs: [`Use this link to choose a new password for your ${app.name} account.`],
      actions: [{ label: 'Set new password', url: `${publicUrl}/reset-password#${fragment}` }],
      footnote: `The link works once, for ${RECOVERY_LIFETIME_HOURS === 1 ? 'one hour' : `${RECOVERY_LIFETIME_HOURS} hours`}. If you did not ask for it, your password stays as it is and you can ignore this letter.`,
    };
  }

  function passwordChanged({ first_name }: Account): Content {
    return {
      subject: `Your ${app.name} password was changed`,
      heading: `Hello, ${first_name}`,
      paragraphs: [
        'The password of your account was just changed, and every device was signed out. Sign in with the new password to go on.',
      ],
      actions: [
        { label: 'Sign in', url: `${publicUrl}/login` },
        { label: 'This was not me: reset password', url: `${publicUrl}/login?mode=forgot` },
      ],
      footnote: `If you did not do this, reset the password now and write to ${app.supportEmail}.`,
    };
  }

  function accountDeleted() {
    return {
      subject: `Your ${app.name} account was deleted`,
      heading: 'Goodbye',
      paragraphs: [
        'As you asked in the app, your account was deleted, with every note and photo in it. This address can be used for a new account whenever you like.',
      ],
      actions: [{ label: 'Create a new account', url: `${publicUrl}/signup` }],
      footnote: `If you did not do this, write to ${app.supportEmail}.`,
    };
  }
}
