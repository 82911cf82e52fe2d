import { DeliveryFailure } from '#server/mail/delivery.ts';
import { checkSmtp } from '#server/mail/smtp.ts';
import { type Check, note, ok, problem } from './check.ts';

/** Connects to the mail server and signs in, without sending an email. */
export const checkEmail: Check = async ({ smtpUrl, mode, publicUrl }) => {
  if (!smtpUrl && mode === 'public-demo')
    return [note('none is sent, so sign-up is closed: set SMTP_URL to open it')];
  if (!smtpUrl) return [ok(`none is sent: all are shown at ${publicUrl}/dev/mailbox`)];
  const { host, username } = new URL(smtpUrl);
  try {
    await checkSmtp(smtpUrl);
    return [ok(`${host} accepts connections${username && ' and the sign-in of SMTP_URL'}`)];
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error;
    const { code, response, reason } = error.details;
    if (code === 'EAUTH')
      return [
        problem(
          `${host} rejects user and password of SMTP_URL (${response ?? reason}): correct them`,
        ),
      ];
    return [
      problem(
        `${host} cannot be used (${reason ?? response ?? code}): check SMTP_URL and the network`,
      ),
    ];
  }
};
