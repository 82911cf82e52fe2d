import { startWorker } from '#server/background/worker.ts';
import type { ClockGuard } from '#server/clock/clock-guard.ts';
import type { Database } from '#server/database/database.ts';
import type { Log } from '#server/log/log.ts';
import { type Delivery, DeliveryFailure } from './delivery.ts';
import type { Email } from './email.ts';
import {
  claim,
  giveUp,
  isTooOld,
  type Lane,
  type OutboxRow,
  postpone,
  release,
  remove,
} from './outbox.ts';

export type ComposedEmail = {
  email: Email;
  /** Called after the mail server has accepted the email. */
  onSent?(): Promise<void>;
};

/** The senders. Each sends one email at a time. Two take the newest emails, in case one of them is slow. */
const SENDERS: Lane[] = ['newest', 'newest', 'oldest', 'retries'];
/** How long a stop waits for a delivery. After that the delivery is interrupted and repeated after the next start. */
const STOP_GRACE_MS = 2000;

/** Starts the worker that sends the emails in the outbox. Repeats failed attempts, and gives up rejected emails. */
export function startMailWorker({
  database,
  log,
  compose,
  delivery,
  clockGuard,
  everyMs,
}: {
  database: Pick<Database, 'engine' | 'query'>;
  log: Log;
  /** Composes an email. Returns undefined if it is no longer needed. */
  compose(row: OutboxRow): Promise<ComposedEmail | undefined>;
  delivery: Delivery;
  clockGuard: ClockGuard;
  everyMs: number;
}) {
  const { query } = database;
  const senders = SENDERS.map((lane) =>
    startWorker({
      name: 'mail',
      everyMs,
      log,
      async work(stopping) {
        while (!stopping()) {
          const row = await claim(database, lane);
          if (!row) return;
          const outcome = await send(row, stopping);
          // All other emails would fail too. The next run sends them.
          if (outcome === 'unreachable') return;
        }
      },
    }),
  );

  return {
    async stop() {
      using _grace = setTimeout(delivery.close, STOP_GRACE_MS);
      await Promise.all(senders.map((sender) => sender.stop()));
      delivery.close();
    },
  };

  async function send(row: OutboxRow, stopping: () => boolean) {
    try {
      const composed = await compose(row);
      if (composed) {
        await delivery.deliver(composed.email);
        await composed.onSent?.();
      }
    } catch (error) {
      if (stopping()) return release(query, row);
      return handleFailure(row, error);
    }
    await remove(query, row);
  }

  async function handleFailure(row: OutboxRow, error: unknown) {
    const failure = error instanceof DeliveryFailure ? error : undefined;
    const event = {
      outbox_id: row.id,
      kind: row.kind,
      attempt: row.attempts,
      ...(failure ? failure.details : { err: error }),
    };
    const tooOld = isTooOld(row) && (await clockGuard.allowsDeletion());
    if (failure?.kind === 'rejected' || tooOld) {
      await giveUp(query, row);
      log.error({ ...event, msg: 'an email was given up' });
    } else {
      await postpone(query, row);
      log.warn({ ...event, msg: 'email not delivered, will be retried' });
    }
    return failure?.kind;
  }
}
