import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { reportLoad } from '#tests/load/report.ts';
import { runLoad } from '#tests/load/run-load.ts';

// Runs a real server under mixed traffic, 2,000 event streams, 500 slow clients and a storm of sign-ins. Prints a table
// and fails if a rule is broken. Times are only printed.
// usage: test-load.ts [--minutes 10] [--postgres]    --postgres: two processes on PostgreSQL instead of one on SQLite
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '10' }, postgres: { type: 'boolean' } },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error('--minutes must be a number above 0');
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));

const engine = values.postgres ? 'PostgreSQL' : 'SQLite';
const result = await runLoad(engine, minutes);
const { table, broken } = reportLoad(result, minutes);
console.log(
  `\n${engine}, ${minutes} minutes, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB\n`,
);
console.log(`${table}\n`);
for (const problem of broken) console.log(`BROKEN ${problem}`);
if (broken.length > 0) for (const line of result.loggedErrors) console.log(line);
process.exit(broken.length > 0 ? 1 : 0);
