import {
  type CompiledQuery,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
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
  const record = ({ sql }: CompiledQuery) => {
    if (statements.length === MAX_STATEMENTS) throw new Error('There are too many statements.');
    statements.push(sql.replaceAll(/\s+/g, ' ').trim());
  };
  try {
    await up(new Kysely({ dialect: recordingDialect(engine, record) }), engine);
  } catch {
    // It needs a row that only a real database has.
    isComplete = false;
  }
  return { statements, isComplete };
}

function recordingDialect(
  engine: Database['engine'],
  record: (statement: CompiledQuery) => void,
): Dialect {
  const createDriver = () => new RecordingDriver(record);
  if (engine === 'postgres')
    return {
      createDriver,
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    };
  return {
    createDriver,
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

class RecordingDriver extends DummyDriver {
  readonly #record: (statement: CompiledQuery) => void;

  constructor(record: (statement: CompiledQuery) => void) {
    super();
    this.#record = record;
  }

  override async acquireConnection() {
    return {
      executeQuery: async (statement: CompiledQuery) => {
        this.#record(statement);
        return { rows: [] };
      },
      async *streamQuery() {},
    };
  }
}
