import type { Compilable, Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export type Query = Kysely<Schema>;
export type InTransaction = Transaction<Schema>;

/** A database with the same query interface for both engines. */
export type Database = {
  engine: 'sqlite' | 'postgres';
  query: Query;
  /** Compiles a statement once instead of per request. Use it for statements that many requests run. */
  prepare: Prepare;
  /**
   * Runs a transaction that locks the row of a person, after the person's other writes in this process have ended. Gets
   * 503 if they take too long or are too many.
   */
  transactionOf<T>(userId: string, work: (query: InTransaction) => Promise<T>): Promise<T>;
  /** Runs such a transaction before the waiting writes of the person, so that nobody can keep them from signing in. */
  urgentTransactionOf<T>(userId: string, work: (query: InTransaction) => Promise<T>): Promise<T>;
  /** Runs work of which such a transaction is only a part. `transactionOf` inside it would wait for itself. */
  inTurn<T>(userId: string, work: () => Promise<T>): Promise<T>;
  /** Runs a migration in one transaction. Other processes wait until it ends. */
  changeSchema<T>(work: (query: InTransaction) => Promise<T>): Promise<T>;
  /** Counts the connections of the pool. SQLite has none. */
  pool?: () => { size: number; max: number; idle: number; waiting: number };
  close(): Promise<void>;
};

/** What is needed to look at a database. */
export type ReadableDatabase = Pick<Database, 'engine' | 'query' | 'close'>;

export type StatementValue = string | number | null;

/** `value` stands for a value that is given when the statement runs. Writes run in a transaction, which is `within`. */
type Prepare = <Row>(
  build: (query: Query, value: <T = string>(name: string) => T) => Compilable<Row>,
) => (values: Record<string, StatementValue>, within?: Query) => Row[] | Promise<Row[]>;
