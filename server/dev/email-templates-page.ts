import { html } from 'hono/html';
import { createEmails, type Emails, type EmailText } from '#server/auth/emails.ts';
import { now } from '#server/clock/clock.ts';
import type { Config } from '#server/config.ts';
import type { Router } from '#server/http/router.ts';
import { renderEmail } from '#server/mail/email.ts';
import { devPage } from './page.ts';
import { shownEmail } from './shown-email.ts';

const RECIPIENT = { to: 'ada@example.com', first_name: 'Ada' };
/** As long as a real token, so that links wrap like real ones. It gives access to nothing. */
const TOKEN = 'sample'.padEnd(43, '-');

type Sample = { sent: string; content: EmailText };

/** Serves a page with every email that the app can send, with sample data. */
export function emailTemplatesPage(router: Router, { publicUrl }: Pick<Config, 'publicUrl'>) {
  router.add('GET', '/dev/emails', () => {
    const samples = Object.entries(sampleEmails(createEmails(publicUrl)));
    return devPage(
      'Email templates',
      html`
      <h1>Email templates</h1>
      <p class="soft">Every email that the app can send, with sample data. Their links lead to the app, with tokens that are not valid.</p>
      <nav aria-label="Contents"><ul class="contents">${samples.map(([name]) => html`<li><a href="#${name}">${inWords(name)}</a></li>`)}</ul></nav>
      ${samples.map(([name, { sent, content }]) => {
        const email = renderEmail({ ...content, to: RECIPIENT.to });
        return html`<section aria-labelledby="${name}"><h2 id="${name}">${inWords(name)}</h2>
        <p class="soft">Sent ${sent} Subject: <strong>${email.subject}</strong></p>${shownEmail(email)}</section>`;
      })}`,
      { current: '/dev/emails' },
    );
  });
}

/** Returns a sample of each email. The compiler requires one for a new email. */
function sampleEmails(emails: Emails): Record<keyof Emails, Sample> {
  return {
    confirm: {
      sent: 'after a sign-up. The second paragraph is only there if there are other sign-ups.',
      content: emails.confirm(now(), TOKEN, true),
    },
    severalSignUps: {
      sent: 'when the confirmation of an address with several sign-ups is requested again.',
      content: emails.severalSignUps(),
    },
    alreadyRegistered: {
      sent: 'after a sign-up with the address of an account.',
      content: emails.alreadyRegistered(RECIPIENT),
    },
    reset: {
      sent: 'when somebody has forgotten the password.',
      content: emails.reset(RECIPIENT, TOKEN),
    },
    passwordChanged: {
      sent: 'after the password was changed.',
      content: emails.passwordChanged(RECIPIENT),
    },
    accountDeleted: {
      sent: 'after somebody has deleted the account.',
      content: emails.accountDeleted(),
    },
    accountDeletedByAdmin: {
      sent: 'after an admin has deleted the account.',
      content: emails.accountDeletedByAdmin(),
    },
  };
}

/** Turns `passwordChanged` into `password changed`. */
const inWords = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
