import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  RawNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { addStatement } from './add-statement.ts';
import { createGroupCommit } from './group-commit.ts';
import { retryWhileLocked } from './sqlite-locks.ts';

const MAX_CACHED_STATEMENTS = 500;

export type Connections = {
  /** Runs one write statement or transaction at a time. */
  writer: DatabaseSync;
  /** Reads outside transactions, without waiting for a write. */
  reader: DatabaseSync;
  /** How long a statement or transaction may wait, for its turn and the write lock together. */
  lockLimitMs: number;
};

/**
 * Connects Kysely to node:sqlite. SQLite is synchronous: waiting for a lock inside it would block every request of the
 * process. So neither connection has a busy timeout, and waiting is done here.
 */
export function sqliteDialect(connections: Connections): Dialect {
  return {
    createDriver: () => createDriver(connections),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new QueueingAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Turns off Kysely's own queue, which has no deadlines: writes wait in group-commit.ts. */
class QueueingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections() {
    return true;
  }
}

function createDriver({ writer, reader, lockLimitMs }: Connections): Driver {
  const writes = createGroupCommit(writer);
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
      await writes.begin(deadline());
      inTransaction.add(connection);
    },

    async commitTransaction(connection) {
      inTransaction.delete(connection);
      await writes.end();
    },

    async rollbackTransaction(connection) {
      // Kysely also calls this after a failed commit, when the next write may have begun.
      if (inTransaction.delete(connection)) writes.undo();
    },

    async releaseConnection() {},

    async destroy() {
      writes.flush();
      for (const database of new Set([writer, reader])) database.close();
    },
  };

  async function execute(connection: DatabaseConnection, query: CompiledQuery) {
    if (inTransaction.has(connection)) return writes.run(() => write(query));
    if (SelectQueryNode.is(query.query)) return retryWhileLocked(() => read(query), deadline());
    if (RawNode.is(query.query)) return writes.runAlone(() => write(query), deadline());
    await writes.begin(deadline());
    let result: QueryResult<unknown>;
    try {
      result = writes.run(() => write(query));
    } catch (error) {
      writes.undo();
      throw error;
    }
    await writes.end();
    return result;
  }
}

/** Runs statements and caches the prepared statements. */
function statementRunner(database: DatabaseSync) {
  const prepared = new LRUCache<string, { statement: StatementSync; returnsRows: boolean }>({
    max: MAX_CACHED_STATEMENTS,
  });

  return (query: CompiledQuery) => {
    try {
      return run(query);
    } catch (error) {
      throw addStatement(error, query.sql);
    }
  };

  function run({ sql, parameters }: CompiledQuery): QueryResult<unknown> {
    const { statement, returnsRows } = prepared.get(sql) ?? prepare(sql);
    const values = parameters as SQLInputValue[];
    if (returnsRows) return { rows: statement.all(...values) };
    const { changes, lastInsertRowid } = statement.run(...values);
    return {
      rows: [],
      numAffectedRows: BigInt(changes),
      insertId: BigInt(lastInsertRowid),
    };
  }

  function prepare(sql: string) {
    const statement = database.prepare(sql);
    const entry = { statement, returnsRows: statement.columns().length > 0 };
    prepared.set(sql, entry);
    return entry;
  }
}
