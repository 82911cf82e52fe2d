import type { Email } from './email.ts';

export type Delivery = {
  /** Fails with a DeliveryFailure when the mail server does not take the email. */
  deliver(email: Email): Promise<void>;
  /** Ends what is under way, too. */
  close(): void;
};

/**
 * Why an email was not taken: `rejected` for good, `delayed` for now, or the server `unreachable` for all emails.
 * Holds no message of the mail server: it may quote the recipient, who must not get into the log.
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
