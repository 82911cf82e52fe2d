import { createHash } from 'node:crypto';
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

/** Part of every checksum. Raise it when unchanged migrations get other checksums, as when Kysely writes SQL differently. */
const CHECKSUM_VERSION = '1:';
/** Ends a migration that would run statements until it has read a certain row. */
const MAX_STATEMENTS = 10_000;

/**
 * Computes a checksum of the SQL that a migration runs, by running it without a database: every statement returns no
 * rows. So it is the same for sources and bundle, and covers helpers that the migration calls. Parameters do not count,
 * because they may be times or random ids.
 */
export async function checksumOf(
  up: (db: Kysely<unknown>, engine: Database['engine']) => Promise<void>,
  engine: Database['engine'],
) {
  const hash = createHash('sha256');
  let statements = 0;
  const record = ({ sql }: CompiledQuery) => {
    if (++statements > MAX_STATEMENTS) throw new Error('There are too many statements.');
    hash.update(`${sql.replaceAll(/\s+/g, ' ').trim()}\n`);
  };
  try {
    await up(new Kysely({ dialect: recordingDialect(engine, record) }), engine);
  } catch {
    // It needs a row that only a database has. What it ran before still identifies it.
  }
  return CHECKSUM_VERSION + hash.digest('hex');
}

/** Tells whether a stored checksum was computed in the same way. Databases of other versions have others, or none. */
export const isComparable = (checksum: string | null | undefined) =>
  checksum?.startsWith(CHECKSUM_VERSION) ?? false;

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
