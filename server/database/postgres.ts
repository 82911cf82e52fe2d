import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { compile } from './prepared.ts';
import type { Schema } from './schema.ts';

// Counts come as 64-bit integers; ours fit a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export function openPostgres(connectionString: string): Database {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 15_000,
    keepAlive: true,
  });
  // An idle connection that breaks is replaced by the pool; unheard, the event would end the process.
  pool.on('error', () => {});

  const query = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  let prepared = 0;
  return {
    engine: 'postgres',
    query,
    prepare(build) {
      const { sql: text, bind } = compile(query, build);
      const name = `prepared-${++prepared}`;
      return async (values) => (await pool.query({ name, text, values: bind(values) })).rows;
    },
    close: () => query.destroy(),
  };
}
