import type { DatabaseSync } from 'node:sqlite';
import { retryWhileLocked } from './sqlite-locks.ts';
import { createWriteQueue } from './write-queue.ts';

const MAX_WAITING_WRITES = 1000;
const MAX_WRITES_PER_COMMIT = 200;

/** Writes that are committed together. */
type Group = {
  size: number;
  isClosed: boolean;
  committed: PromiseWithResolvers<void>;
};

/**
 * Runs writes one at a time, in order, and commits writes that arrive together in one transaction, so that they wait
 * for the disk only once. Each write is a savepoint, so a failed one is undone alone. No write ends before its commit.
 */
export function createGroupCommit(writer: DatabaseSync) {
  const queue = createWriteQueue(MAX_WAITING_WRITES);
  const savepoint = writer.prepare('savepoint write');
  const release = writer.prepare('release write');
  const rollBack = writer.prepare('rollback to write');
  let group: Group | undefined;

  return {
    /** Waits until a write may begin. Finish it with `end` or `undo`. */
    async begin(deadline: number) {
      await queue.enter(deadline);
      try {
        group ??= await openGroup(deadline);
        savepoint.run();
      } catch (error) {
        queue.leave();
        throw error;
      }
    },

    /** Runs a statement of the current write. */
    run<Result>(statement: () => Result) {
      // Without this check, the statement would run outside a transaction.
      if (!writer.isTransaction) throw new EndedBySqlite();
      try {
        return statement();
      } catch (error) {
        // If the disk is full or fails, SQLite undoes the whole transaction.
        if (!writer.isTransaction) failGroup(error);
        throw error;
      }
    },

    /** Ends a write. Resolves when it is committed. */
    async end() {
      const committed = group?.committed.promise;
      try {
        if (!writer.isTransaction) throw new EndedBySqlite();
        release.run();
      } finally {
        leave();
      }
      await committed;
    },

    /** Undoes a write. */
    undo() {
      try {
        if (!writer.isTransaction) return;
        rollBack.run();
        release.run();
      } finally {
        leave();
      }
    },

    /** Runs a statement that must not be part of a transaction, such as a pragma. */
    async runAlone<Result>(statement: () => Result, deadline: number) {
      await queue.enter(deadline);
      try {
        if (group) commit(group);
        return await retryWhileLocked(statement, deadline);
      } finally {
        queue.leave();
      }
    },

    /** Commits the ended writes. Call it before closing the connection. */
    flush() {
      if (group && !queue.isTaken()) commit(group);
      group = undefined;
    },
  };

  async function openGroup(deadline: number) {
    // Immediate: otherwise a transaction that starts with a read could fail at its first write.
    await retryWhileLocked(() => writer.exec('begin immediate'), deadline);
    const opened: Group = { size: 0, isClosed: false, committed: Promise.withResolvers() };
    // If every write of the group was undone, nobody waits for it.
    opened.committed.promise.catch(() => {});
    // Runs after the requests that have already arrived.
    setImmediate(() => {
      if (group !== opened) return;
      if (queue.isTaken()) opened.isClosed = true;
      else commit(opened);
    });
    return opened;
  }

  /** Starts the next write, in a new group if this one is closed. */
  function leave() {
    if (group && (group.isClosed || ++group.size === MAX_WRITES_PER_COMMIT)) commit(group);
    queue.leave();
  }

  function commit({ committed }: Group) {
    group = undefined;
    try {
      writer.exec('commit');
      committed.resolve();
    } catch (error) {
      committed.reject(error);
      // The database may have been closed since.
      if (writer.isOpen && writer.isTransaction) writer.exec('rollback');
    }
  }

  function failGroup(error: unknown) {
    group?.committed.reject(error);
    group = undefined;
  }
}

class EndedBySqlite extends Error {
  constructor() {
    super('SQLite has ended this transaction.');
  }
}
