import type { Config } from '#server/config.ts';
import { isLoopbackHost } from '#server/settings/private-network.ts';
import { visitorAccount } from './content.ts';

/** What the pages of a demo know about it. */
export type Demo = {
  /** The account that "Try the demo" signs in with. */
  account: { email: string; password: string };
  /** The path of the mailbox. Undefined if there is none, or if the user may not be able to open it. */
  mailbox: string | undefined;
};

/** Returns what the pages need to know about the demo. Undefined in production. */
export function demoOf(config: Config): Demo | undefined {
  if (config.mode === 'production') return undefined;
  return { account: visitorAccount, mailbox: mailboxOf(config) };
}

/** Returns the path of the mailbox if it can be opened at the public URL. */
export function mailboxOf({ mode, smtpUrl, mailboxOnNetwork, publicUrl }: Config) {
  const isOpen = mailboxOnNetwork || isLoopbackHost(new URL(publicUrl).host);
  return mode === 'demo' && !smtpUrl && isOpen ? '/dev/mailbox' : undefined;
}
