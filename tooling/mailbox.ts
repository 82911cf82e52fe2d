import { setTimeout as wait } from 'node:timers/promises';

// Generous, because a busy machine delays emails.
const TIMEOUT_MS = 30_000;
const POLL_EVERY_MS = 50;

type Email = { recipient: string; subject: string; text: string };

/** Waits for an email in the mailbox of a demo server. Returns its subject and its first link. */
export async function emailTo(server: string, recipient: string, subject = /./) {
  for (const limit = Date.now() + TIMEOUT_MS; Date.now() < limit; await wait(POLL_EVERY_MS)) {
    const response = await fetch(`${server}/dev/mailbox`, {
      headers: { Accept: 'application/json' },
    });
    const { emails } = (await response.json()) as { emails: Email[] };
    const email = emails.find((one) => one.recipient === recipient && subject.test(one.subject));
    if (email) return { subject: email.subject, link: /https?:\S+/.exec(email.text)?.[0] ?? '' };
  }
  throw new Error(`No email to ${recipient} was sent.`);
}
