import { app } from '#app';
import { newToken } from '#server/database/secrets.ts';
import type { EmailContent } from '#server/mail/email.ts';
import {
  CONFIRMATION_LIFETIME_HOURS,
  DATE_LOCALE,
  RECOVERY_LIFETIME_HOURS,
} from '#shared/constants.ts';
import type { LimitedEmail } from './email-limits.ts';

export type Emails = ReturnType<typeof createEmails>;
export type EmailText = Omit<EmailContent, 'to'> & { limited?: LimitedEmail };

type Person = { first_name: string };

/** Creates the texts of all emails, whose links lead to a public URL. */
export function createEmails(publicUrl: string) {
  return {
    confirm,
    severalSignUps,
    alreadyRegistered,
    reset,
    passwordChanged,
    accountDeleted,
    accountDeletedByAdmin,
  };

  /** Contains nothing that was entered at sign-up: the address may belong to someone else. */
  function confirm(signedUpAt: string, token: string, isOneOfSeveral: boolean): EmailText {
    return {
      subject: `Confirm your email for ${app.name}`,
      heading: 'Confirm your email address',
      paragraphs: [
        `Someone signed up for ${app.name} with this email address on ${asDateAndTime(signedUpAt)}. If it was you, confirm your address, then sign in.`,
        ...(isOneOfSeveral
          ? [
              'Other sign-ups with this address are waiting too, each with its own password. Confirm only the one that you made, at the time above. If you are not sure that it was yours, set a new password after confirming, with “Forgot password?” on the sign-in page.',
            ]
          : []),
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

  /** Contains no confirmation link, because it is unknown which sign-up belongs to the recipient. */
  function severalSignUps(): EmailText {
    return {
      subject: `Which ${app.name} sign-up is yours?`,
      heading: 'Several sign-ups with your address',
      paragraphs: [
        'A link was requested for this email address. Several sign-ups with it are waiting to be confirmed, each with its own password, and we cannot tell which one is yours.',
        'Sign in with the password that you chose. The page then offers to send you the link of that sign-up. If you do not remember the password, sign up again with a new one.',
      ],
      actions: [
        { label: 'Sign in', url: `${publicUrl}/login` },
        { label: 'Sign up again', url: `${publicUrl}/signup` },
      ],
      footnote: 'If you did not sign up, ignore this email and no account will be created.',
    };
  }

  function alreadyRegistered({ first_name }: Person): EmailText {
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

  function reset({ first_name }: Person, token: string): EmailText {
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

  function passwordChanged({ first_name }: Person): EmailText {
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

  function accountDeleted(): EmailText {
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

  function accountDeletedByAdmin(): EmailText {
    return {
      ...accountDeleted(),
      paragraphs: [
        'An administrator deleted your account and everything in it. It cannot be restored.',
      ],
      footnote: `If you think this is a mistake, write to ${app.supportEmail}.`,
    };
  }
}

const asDateAndTime = (time: string) =>
  `${new Date(time).toLocaleString(DATE_LOCALE, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;
