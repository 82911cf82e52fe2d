import type { Compilable, Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

export type Query = Kysely<Schema>;
export type InTransaction = Transaction<Schema>;

/** One query layer over two engines. */
export type Database = {
  engine: 'sqlite' | 'postgres';
  query: Query;
  /** For the statements that nearly every request runs: built and compiled once, not per request. */
  prepare: Prepare;
  /** Runs a migration in one transaction; other processes wait for their turn meanwhile. */
  changeSchema<T>(work: (query: InTransaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

type Prepare = <Row>(
  build: (query: Query, value: (name: string) => string) => Compilable<Row>,
) => (values: Record<string, string>) => Row[] | Promise<Row[]>;
