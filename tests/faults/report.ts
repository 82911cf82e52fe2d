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
export function report(
  t: TestContext,
  { fault, engine, acknowledged, missing, integrity, responses }: Row,
) {
  // In the order of the columns.
  const row: Row = { fault, engine, acknowledged, missing, integrity, responses };
  const file = process.env.FAULTS_TABLE;
  if (file) appendFileSync(file, `${JSON.stringify(row)}\n`);
  t.diagnostic(Object.values(row).join(' | '));
  assert.ok(acknowledged > 0, 'nothing was acknowledged');
  assert.equal(missing, 0, `${missing} acknowledged writes are missing`);
  assert.equal(integrity, 'ok');
}
