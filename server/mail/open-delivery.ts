import type { Config } from '#server/config.ts';
import type { Query } from '#server/database/database.ts';
import type { Delivery } from './delivery.ts';
import { storeInMailbox } from './mailbox.ts';

/** Delivers by SMTP if a mail server is configured, otherwise into the demo's mailbox. */
export async function openDelivery(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  query: Query,
): Promise<Delivery> {
  if (!smtpUrl) return { deliver: (email) => storeInMailbox(query, email), close() {} };
  const { openSmtp } = await import('./smtp.ts');
  return openSmtp(smtpUrl, mailFrom);
}
