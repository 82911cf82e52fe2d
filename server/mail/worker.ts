import type { Query } from '#server/database/database.ts';
import type { Log } from '#server/log.ts';
import { startWorker } from '#server/worker.ts';
import type { Letter } from './letter.ts';
import { claim, type OutboxRow, postpone, remove } from './outbox.ts';

/** Delivers what is in the outbox, one letter after the other, and tries again later what fails. */
export function startMailWorker({
  query,
  log,
  compose,
  deliver,
  everyMs,
}: {
  query: Query;
  log: Log;
  /** Undefined when there is nothing to say: no such account, or confirmed already. */
  compose(row: OutboxRow): Promise<Letter | undefined>;
  deliver(letter: Letter): Promise<void>;
  everyMs: number;
}) {
  return startWorker({
    name: 'mail',
    everyMs,
    log,
    async work(stopping) {
      for (let row = await claim(query); row; row = stopping() ? undefined : await claim(query))
        await send(row);
    },
  });

  async function send(row: OutboxRow) {
    try {
      const letter = await compose(row);
      if (letter) await deliver(letter);
    } catch (error) {
      log.warn({
        err: error,
        letter: row.letter,
        attempt: row.attempts,
        msg: 'a letter must wait',
      });
      return postpone(query, row);
    }
    await remove(query, row);
  }
}
