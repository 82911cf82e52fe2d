import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

const SQLITE_BUSY = 5;
const RETRY_EVERY_MS = 10;
const MAX_WAITING_WRITES = 1000;
const MAX_CACHED_STATEMENTS = 500;

type Connections = {
  /** Runs one write statement or transaction at a time. */
  writer: DatabaseSync;
  /** Reads outside transactions, without waiting for a write. */
  reader: DatabaseSync;
  /** How long a statement or transaction may wait for its turn and for the write lock together. */
  lockLimitMs: number;
};

/**
 * Connects Kysely to node:sqlite. SQLite is synchronous: waiting for a lock inside it would block every request of the
 * process. So both connections have no busy timeout, and waiting is done here.
 */
export function sqliteDialect(connections: Connections): Dialect {
  return {
    createDriver: () => createDriver(connections),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new QueueingAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Runs a statement. Repeats it after a short pause while another process has the lock. */
export async function retryWhileLocked<Result>(attempt: () => Result, deadline: number) {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isLocked(error) || performance.now() >= deadline) throw error;
    }
    await sleep(RETRY_EVERY_MS);
  }
}

export function isLocked(error: unknown) {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return code === 'ERR_SQLITE_ERROR' && ((errcode ?? 0) & 0xff) === SQLITE_BUSY;
}

/** Turns off Kysely's own queue, which has no deadlines: writes wait in the queue below. */
class QueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

function createDriver({ writer, reader, lockLimitMs }: Connections): Driver {
  const queue = createWriteQueue();
  const write = statementRunner(writer);
  const read = statementRunner(reader);
  const inTransaction = new WeakSet<DatabaseConnection>();
  const deadline = () => performance.now() + lockLimitMs;

  return {
    async init() {},

    async acquireConnection() {
      const connection: DatabaseConnection = {
        executeQuery: <Row>(query: CompiledQuery) =>
          execute(connection, query) as Promise<QueryResult<Row>>,
        streamQuery() {
          throw new Error('Streaming needs a connection of its own.');
        },
      };
      return connection;
    },

    async beginTransaction(connection) {
      const limit = deadline();
      await queue.enter(limit);
      try {
        // Immediate: otherwise a transaction that starts with a read could fail at its first write.
        await retryWhileLocked(() => writer.exec('begin immediate'), limit);
        inTransaction.add(connection);
      } catch (error) {
        queue.leave();
        throw error;
      }
    },

    async commitTransaction(connection) {
      writer.exec('commit');
      end(connection);
    },

    async rollbackTransaction(connection) {
      try {
        // If the disk is full, SQLite has already rolled back. A second rollback would hide the cause.
        if (writer.isTransaction) writer.exec('rollback');
      } finally {
        end(connection);
      }
    },

    async releaseConnection() {},

    async destroy() {
      for (const database of new Set([writer, reader])) database.close();
    },
  };

  async function execute(connection: DatabaseConnection, query: CompiledQuery) {
    if (inTransaction.has(connection)) {
      // Without this check, the statement would run outside a transaction.
      if (!writer.isTransaction) throw new Error('SQLite has ended this transaction.');
      return write(query);
    }
    const limit = deadline();
    if (SelectQueryNode.is(query.query)) return retryWhileLocked(() => read(query), limit);
    await queue.enter(limit);
    try {
      return await retryWhileLocked(() => write(query), limit);
    } finally {
      queue.leave();
    }
  }

  function end(connection: DatabaseConnection) {
    inTransaction.delete(connection);
    queue.leave();
  }
}

/** Runs writes one at a time, in order. One that waits past its deadline fails as if the database were locked. */
function createWriteQueue() {
  const waiting = new Set<() => void>();
  let taken = false;

  return {
    async enter(deadline: number) {
      if (!taken) {
        taken = true;
        return;
      }
      if (waiting.size >= MAX_WAITING_WRITES) throw new WaitedTooLong();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const giveUp = () => {
        waiting.delete(enter);
        reject(new WaitedTooLong());
      };
      const timer = setTimeout(giveUp, deadline - performance.now());
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(enter);
      await promise;
    },

    leave() {
      const [next] = waiting;
      if (!next) taken = false;
      else {
        waiting.delete(next);
        next();
      }
    },
  };
}

class WaitedTooLong extends Error {
  readonly code = 'ERR_SQLITE_ERROR';
  readonly errcode = SQLITE_BUSY;
  constructor() {
    super('Another write takes too long, or too many are waiting.');
  }
}

/** Runs statements and caches them prepared. Removes the oldest from the cache first. */
function statementRunner(database: DatabaseSync) {
  const prepared = new Map<string, { statement: StatementSync; returnsRows: boolean }>();

  return ({ sql, parameters }: CompiledQuery): QueryResult<unknown> => {
    const { statement, returnsRows } = prepared.get(sql) ?? prepare(sql);
    const values = parameters as SQLInputValue[];
    if (returnsRows) return { rows: statement.all(...values) };
    const { changes, lastInsertRowid } = statement.run(...values);
    return {
      rows: [],
      numAffectedRows: BigInt(changes),
      insertId: BigInt(lastInsertRowid),
    };
  };

  function prepare(sql: string) {
    const statement = database.prepare(sql);
    const entry = { statement, returnsRows: statement.columns().length > 0 };
    const [oldest] = prepared.keys();
    if (oldest !== undefined && prepared.size >= MAX_CACHED_STATEMENTS) prepared.delete(oldest);
    prepared.set(sql, entry);
    return entry;
  }
}
