import type { Email } from './email.ts';

export type Delivery = {
  /** Sends an email. Throws a DeliveryFailure if the mail server does not accept it. */
  deliver(email: Email): Promise<void>;
  /** Closes all connections, even while in use. */
  close(): void;
};

/**
 * Why an email was not accepted: `rejected` permanently, `delayed` temporarily, or the server is `unreachable` for all
 * emails. Does not contain the mail server's message, which may quote the recipient, who must not be logged.
 */
export class DeliveryFailure extends Error {
  readonly kind: 'rejected' | 'delayed' | 'unreachable';
  readonly details: { code?: string; response?: number; command?: string; reason?: string };

  constructor(kind: DeliveryFailure['kind'], details: DeliveryFailure['details']) {
    super(kind);
    this.kind = kind;
    this.details = details;
  }
}
