import { DummyDriver, Kysely, type LogEvent, PostgresDialect, SqliteDialect } from 'kysely';
import type { Database } from './database.ts';

/** The function that a migration runs. */
export type Up = (db: Kysely<unknown>, engine: Database['engine']) => Promise<void>;

/** Ends a migration that would otherwise run statements until it finds a certain row. */
const MAX_STATEMENTS = 10_000;

/**
 * Runs a migration without a database, where no statement returns rows, and returns the SQL of its statements. It is
 * the same for sources and bundle, and covers helpers that the migration calls.
 */
export async function recordStatements(up: Up, engine: Database['engine']) {
  const statements: string[] = [];
  let isComplete = true;
  const log = ({ query }: LogEvent) => {
    if (statements.length === MAX_STATEMENTS) throw new Error('There are too many statements.');
    statements.push(query.sql.replaceAll(/\s+/g, ' ').trim());
  };
  try {
    await up(new Kysely({ dialect: unconnected(engine), log }), engine);
  } catch {
    // It needs a row that only a real database has.
    isComplete = false;
  }
  return { statements, isComplete };
}

/** Returns a dialect that needs no settings, because it connects to nothing. */
function unconnected(engine: Database['engine']) {
  const dialect =
    engine === 'postgres' ? new PostgresDialect({} as never) : new SqliteDialect({} as never);
  return Object.assign(dialect, { createDriver: () => new DummyDriver() });
}
