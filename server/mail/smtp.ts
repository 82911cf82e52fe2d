import { createTransport } from 'nodemailer';
import type { Config } from '#server/config.ts';
import { type Delivery, DeliveryFailure } from './delivery.ts';
import { logoAttachment } from './logo.ts';

const MAX_CONNECTIONS = 4;
/** A server that hangs must not block the queue for long. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** Ends a delivery to a server that responds occasionally but never finishes, which no timeout above covers. */
const DELIVERY_LIMIT_MS = 60_000;

export function openSmtp(url: string, from: Config['mailFrom']): Delivery {
  let pool = openPool(url);
  const attachments = [logoAttachment()];

  return {
    async deliver(email) {
      const used = pool;
      using _limit = setTimeout(() => {
        closeNow(used);
        if (pool === used) pool = openPool(url);
      }, DELIVERY_LIMIT_MS);
      try {
        await used.sendMail({
          from,
          ...email,
          attachments,
          // Prevents out-of-office replies.
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw failure(error as SmtpError);
      }
    },
    close: () => closeNow(pool),
  };
}

/** Connects to the mail server and signs in. Throws a DeliveryFailure if that fails. */
export async function checkSmtp(url: string) {
  const transport = createTransport({ url, ...TIMEOUTS });
  try {
    await transport.verify();
  } catch (error) {
    throw failure(error as SmtpError);
  } finally {
    transport.close();
  }
}

type SmtpError = Error & { code?: string; responseCode?: number; command?: string };

function openPool(url: string) {
  return createTransport({ url, pool: true, maxConnections: MAX_CONNECTIONS, ...TIMEOUTS });
}

/** Closes the pool, even connections in use. The types lack this option. */
function closeNow(pool: ReturnType<typeof openPool>) {
  (pool.close as (options: { force: boolean }) => void).call(pool, { force: true });
}

/** Errors of these commands concern the recipient or the email. Others concern the server or our settings. */
const COMMANDS_ABOUT_THE_EMAIL = ['RCPT TO', 'DATA'];
/** The server requires another kind of sign-in: the settings are wrong. */
const AUTHENTICATION_RESPONSES = [530, 534, 535, 538];
/** The session is in a wrong state. The same email may succeed on a new connection. */
const BAD_SEQUENCE_RESPONSE = 503;

function failure({ code, responseCode, command, message }: SmtpError) {
  const details = { code, response: responseCode, command };
  if (responseCode === undefined) {
    // The address or the email is invalid and was not sent to the server.
    if (code === 'EENVELOPE' || code === 'EMESSAGE')
      return new DeliveryFailure('rejected', details);
    // A connection error. Without a response, its message cannot quote the recipient.
    return new DeliveryFailure('unreachable', { ...details, reason: message });
  }
  if (code === 'EAUTH') return new DeliveryFailure('unreachable', details);
  const permanent =
    responseCode >= 500 &&
    ![BAD_SEQUENCE_RESPONSE, ...AUTHENTICATION_RESPONSES].includes(responseCode) &&
    COMMANDS_ABOUT_THE_EMAIL.includes(command ?? '');
  return new DeliveryFailure(permanent ? 'rejected' : 'delayed', details);
}
