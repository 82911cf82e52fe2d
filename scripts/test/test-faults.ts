import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installWithApt } from '#tests/support/apt.ts';
import { findProgram } from '#tests/support/find-program.ts';
import { markdownTable } from '#tests/support/markdown-table.ts';
import { S3_PACKAGES } from '#tests/support/test-s3.ts';
import { finish, suite } from './runner.ts';

// Runs tests that need root or minutes: killed processes, power cuts, full disks, large data. One file at a time, because
// each uses the whole machine. Prints a table of what was acknowledged and what was lost. Tests that cannot run on this
// machine are skipped with a reason. Arguments are the test files to run instead of all.

/** The programs that the tests use, and the Debian packages that contain them. */
const PROGRAMS = {
  'mkfs.ext4': ['e2fsprogs'],
  xfs_io: ['xfsprogs'],
  strace: ['strace'],
  faketime: ['faketime'],
  radosgw: S3_PACKAGES,
  haproxy: ['haproxy'],
  nginx: ['nginx'],
  openssl: ['openssl'],
  pgbouncer: ['pgbouncer'],
  promtool: ['prometheus'],
  'prometheus-blackbox-exporter': ['prometheus-blackbox-exporter'],
  // Unlike the PostgreSQL of the other tests, this one has replication.
  pg_ctlcluster: ['postgresql'],
};

const packages = Object.entries(PROGRAMS).flatMap(([program, packages]) =>
  findProgram(program) ? [] : packages,
);
// If that fails, the tests that need the programs are skipped.
if (packages.length > 0) installWithApt(...packages);

const folder = mkdtempSync(join(tmpdir(), 'faults-'));
const FAULTS_TABLE = join(folder, 'rows.jsonl');
const files = process.argv.slice(2);
await suite(
  'Faults',
  [
    'node',
    '--test',
    '--test-concurrency=1',
    ...(files.length > 0 ? files : ['tests/faults/*.test.ts', 'features/*/faults/*.test.ts']),
  ],
  { FAULTS_TABLE },
);
if (existsSync(FAULTS_TABLE)) console.log(`\n${markdownTable(readRows(FAULTS_TABLE))}\n`);
rmSync(folder, { recursive: true });
finish();

function readRows(file: string) {
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, string | number>);
}
