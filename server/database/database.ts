import type { Compilable, Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export type Query = Kysely<Schema>;
export type InTransaction = Transaction<Schema>;

/** A database with the same query interface for both engines. */
export type Database = {
  engine: 'sqlite' | 'postgres';
  query: Query;
  /** Compiles a statement once instead of per request. For statements that many requests run. */
  prepare: Prepare;
  /**
   * Runs a transaction that locks a user's row, after the user's other writes in this process. Throws 503 if those take
   * too long or are too many.
   */
  transactionOf<T>(userId: string, work: (query: InTransaction) => Promise<T>): Promise<T>;
  /** Runs such a transaction before the user's waiting writes, so that nobody can keep the user from signing in. */
  urgentTransactionOf<T>(userId: string, work: (query: InTransaction) => Promise<T>): Promise<T>;
  /** Runs work that contains such a transaction. `transactionOf` inside it would wait for itself. */
  inTurn<T>(userId: string, work: () => Promise<T>): Promise<T>;
  /** Runs a migration in one transaction. Other processes wait until it ends. */
  changeSchema<T>(work: (query: InTransaction) => Promise<T>): Promise<T>;
  /** Counts the connections of the pool. SQLite has none. */
  pool?: () => { size: number; max: number; idle: number; waiting: number };
  close(): Promise<void>;
};

/** What inspecting a database needs. */
export type ReadableDatabase = Pick<Database, 'engine' | 'query' | 'close'>;

export type StatementValue = string | number | null;

/** `value` is a placeholder for a value that each run supplies. Writes run in the transaction `within`. */
type Prepare = <Row>(
  build: (query: Query, value: <T = string>(name: string) => T) => Compilable<Row>,
) => (values: Record<string, StatementValue>, within?: Query) => Row[] | Promise<Row[]>;
