import { waitFor } from './wait-for.ts';

type Email = { recipient: string; subject: string; text: string };

/** Waits for an email in the mailbox of a demo server. Returns its subject and its first link. */
export async function emailTo(server: string, recipient: string, subject = /./) {
  const email = await waitFor(`an email to ${recipient}`, async () => {
    const response = await fetch(`${server}/dev/mailbox`, {
      headers: { Accept: 'application/json' },
    });
    const { emails } = (await response.json()) as { emails: Email[] };
    return emails.find((one) => one.recipient === recipient && subject.test(one.subject));
  });
  return { subject: email.subject, link: /https?:\S+/.exec(email.text)?.[0] ?? '' };
}
