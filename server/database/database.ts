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
  /** Runs a migration in one transaction. Other processes wait until it ends. */
  changeSchema<T>(work: (query: InTransaction) => Promise<T>): Promise<T>;
  /** Counts the connections of the pool. SQLite has none. */
  pool?: () => { size: number; max: number; idle: number; waiting: number };
  close(): Promise<void>;
};

/** What is needed to look at a database. */
export type ReadableDatabase = Pick<Database, 'engine' | 'query' | 'close'>;

export type StatementValue = string | number | null;

/** `value` stands for a value that is given when the statement runs. Writes run in a transaction. */
type Prepare = <Row>(
  build: (query: Query, value: <T = string>(name: string) => T) => Compilable<Row>,
) => (
  values: Record<string, StatementValue>,
  transaction?: InTransaction,
) => Row[] | Promise<Row[]>;
