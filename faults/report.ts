import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import type { TestContext } from 'node:test';

/** One row of the table that `npm run test:faults` prints. The keys are the titles of its columns. */
type Row = {
  fault: string;
  engine: 'SQLite' | 'PostgreSQL';
  acknowledged: number;
  missing: number;
  /** `ok`, or what the check of the database found. */
  integrity: string;
  responses: string;
};

/** Adds a row to the table. Fails if an acknowledged write is missing or the database is damaged. */
export function report(t: TestContext, row: Row) {
  const file = process.env.FAULTS_TABLE;
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`);
  t.diagnostic(Object.values(row).join(' | '));
  assert.ok(row.acknowledged > 0, 'nothing was acknowledged');
  assert.equal(row.missing, 0, `${row.missing} acknowledged writes are missing`);
  assert.equal(row.integrity, 'ok');
}
