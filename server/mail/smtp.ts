import { createTransport } from 'nodemailer';
import type { Delivery } from './delivery.ts';

/** A server that hangs must not hold the queue for long. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export function openSmtp(url: string, from: string): Delivery {
  const transport = createTransport({ url, pool: true, maxConnections: 1, ...TIMEOUTS });
  return {
    async deliver(letter) {
      await transport.sendMail({
        from,
        ...letter,
        // Keeps out-of-office answers away.
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}
