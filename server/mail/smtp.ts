import { createTransport } from 'nodemailer';
import { type Delivery, DeliveryFailure } from './delivery.ts';

const MAX_CONNECTIONS = 4;
/** A server that hangs must not hold the queue for long. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
/** For a server that answers now and then and never comes to an end, which the timeouts above do not notice. */
const DELIVERY_LIMIT_MS = 60_000;

export function openSmtp(url: string, from: string): Delivery {
  let pool = openPool(url);

  return {
    async deliver(email) {
      const used = pool;
      const limit = setTimeout(() => {
        closeNow(used);
        if (pool === used) pool = openPool(url);
      }, DELIVERY_LIMIT_MS);
      try {
        await used.sendMail({
          from,
          ...email,
          // Keeps out-of-office answers away.
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        throw failure(error as SmtpError);
      } finally {
        clearTimeout(limit);
      }
    },
    close: () => closeNow(pool),
  };
}

type SmtpError = Error & { code?: string; responseCode?: number; command?: string };

function openPool(url: string) {
  return createTransport({ url, pool: true, maxConnections: MAX_CONNECTIONS, ...TIMEOUTS });
}

/** Also ends deliveries under way; the types do not know the option yet. */
function closeNow(pool: ReturnType<typeof openPool>) {
  (pool.close as (options: { force: boolean }) => void).call(pool, { force: true });
}

/** Where the server speaks of this recipient and this email, and not of us. */
const COMMANDS_ABOUT_THE_EMAIL = ['RCPT TO', 'DATA'];
/** The server wants us to sign in, or in another way: a matter of the settings. */
const AUTHENTICATION_RESPONSES = [530, 534, 535, 538];
/** The session was in a wrong state; the same email may pass on a new connection. */
const BAD_SEQUENCE_RESPONSE = 503;

function failure({ code, responseCode, command, message }: SmtpError) {
  const details = { code, response: responseCode, command };
  if (responseCode === undefined) {
    // Not even offered to the server, for what the address or the email is.
    if (code === 'EENVELOPE' || code === 'EMESSAGE')
      return new DeliveryFailure('rejected', details);
    // Of the connection; without an answer there is none that could quote the recipient.
    return new DeliveryFailure('unreachable', { ...details, reason: message });
  }
  if (code === 'EAUTH') return new DeliveryFailure('unreachable', details);
  const permanent =
    responseCode >= 500 &&
    ![BAD_SEQUENCE_RESPONSE, ...AUTHENTICATION_RESPONSES].includes(responseCode) &&
    COMMANDS_ABOUT_THE_EMAIL.includes(command ?? '');
  return new DeliveryFailure(permanent ? 'rejected' : 'delayed', details);
}
