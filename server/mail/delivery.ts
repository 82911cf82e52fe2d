import type { Config } from '#server/config.ts';
import type { Query } from '#server/database/database.ts';
import type { Letter } from './letter.ts';
import { keepInMailbox } from './mailbox.ts';

export type Delivery = { deliver(letter: Letter): Promise<void>; close(): void };

/** By SMTP where there is a server, else into the demo's mailbox. */
export async function openDelivery(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  query: Query,
): Promise<Delivery> {
  if (!smtpUrl) return { deliver: (letter) => keepInMailbox(query, letter), close() {} };
  const { openSmtp } = await import('./smtp.ts');
  return openSmtp(smtpUrl, mailFrom);
}
