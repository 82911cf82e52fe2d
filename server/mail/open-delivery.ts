import type { Config } from '#server/config.ts';
import type { Query } from '#server/database/database.ts';
import type { Delivery } from './delivery.ts';
import { storeInMailbox } from './mailbox.ts';

/** Delivers by SMTP if a mail server is configured, otherwise into the demo's mailbox. */
export function openDelivery(
  { smtpUrl, mailFrom }: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  query: Query,
): Delivery {
  if (!smtpUrl) return { deliver: (email) => storeInMailbox(query, email), close() {} };
  // Loaded for the first email, because it would delay the start.
  let smtp: Promise<Delivery> | undefined;
  const load = async () => (await import('./smtp.ts')).openSmtp(smtpUrl, mailFrom);
  return {
    async deliver(email) {
      smtp ??= load();
      await (await smtp).deliver(email);
    },
    close: () => void smtp?.then(({ close }) => close()).catch(() => {}),
  };
}
