import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import pg from 'pg';
import { databaseFile } from '#server/database/database-file.ts';
import type { TestServer } from './harness.ts';

/** The statements that may read a whole table, with the reason. */
const ALLOWED: { statement: RegExp; reason: string }[] = [
  {
    statement: /"(schema_migrations|photo_columns|write_check|server_state)"/,
    reason: 'Has a few rows.',
  },
  { statement: /insert into row_counts/, reason: 'Runs once, in a migration.' },
  {
    statement: /^select \(select count/,
    reason: 'Counts everything for the dashboard of an admin.',
  },
  {
    statement: /from "outbox"$/,
    reason: 'Describes the queue of emails for dashboard and metrics.',
  },
  { statement: /row_number\(\) over/, reason: 'Reads the rows that show one photo.' },
  { statement: /^select .* from \(select .* limit/, reason: 'Reads a limited number of rows.' },
];

/** Starts to record every statement that this process sends to a database. Call it before a server starts. */
export function recordStatements() {
  const statements = new Set<string>();
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (sql, ...rest) {
    statements.add(sql);
    return prepare.call(this, sql, ...rest);
  };
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [string | { text?: string }];
    const text = typeof first === 'string' ? first : first.text;
    if (text) statements.add(text);
    return query.apply(this, args);
  } as never;
  return statements;
}

/** Tests that no recorded statement reads a whole table. Call it after the tests that make the requests. */
export function testQueryPlans(server: Pick<TestServer, 'config'>, statements: Set<string>) {
  test('no statement reads a whole table', async () => {
    const all = [...statements].filter(isOfProduct);
    assert.ok(all.length > 10);
    const scans = await (server.config.databaseUrl
      ? scansOnPostgres(server.config.databaseUrl, all)
      : scansOnSqlite(databaseFile(server.config.dataDir), all));
    assert.deepEqual(
      scans.filter(([statement]) => !ALLOWED.some((allowed) => allowed.statement.test(statement))),
      [],
    );
  });
}

/** Tells whether a statement is a query of the product. Tests use `select *`, the product lists its columns. */
function isOfProduct(statement: string) {
  return (
    /^\s*(select|insert|update|delete|with)\b/i.test(statement) &&
    !/^\s*select \* |sqlite_master|pragma_|pg_|information_schema|to_regclass|set_config/i.test(
      statement,
    )
  );
}

async function scansOnSqlite(file: string, statements: string[]) {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return statements.flatMap((statement) => {
      const plan = database.prepare(`explain query plan ${statement}`).all();
      const scans = plan
        .map(({ detail }) => String(detail))
        .filter((step) => SQLITE_SCAN.test(step));
      return scans.length > 0 ? [[statement, scans] as const] : [];
    });
  } finally {
    database.close();
  }
}

const SQLITE_SCAN = /^SCAN (?!CONSTANT ROW|\d+-ROW VALUES|\(subquery)/;

async function scansOnPostgres(url: string, statements: string[]) {
  const client = new pg.Client(url);
  await client.connect();
  try {
    // Small tables are read as a whole even if there is an index.
    await client.query('set enable_seqscan = off');
    const scans: (readonly [string, string[]])[] = [];
    for (const statement of statements) {
      const { rows } = await client.query(`explain (generic_plan, format json) ${statement}`);
      const found = scansIn(rows[0]['QUERY PLAN'][0].Plan);
      if (found.length > 0) scans.push([statement, found]);
    }
    return scans;
  } finally {
    await client.end();
  }
}

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
};

function scansIn(plan: Plan): string[] {
  const { 'Node Type': type, 'Relation Name': table, 'Index Cond': condition, Plans = [] } = plan;
  const isScan = type === 'Seq Scan' || (/^Index (Only )?Scan$/.test(type) && !condition);
  return [...(isScan ? [`${type} on ${table}`] : []), ...Plans.flatMap(scansIn)];
}
