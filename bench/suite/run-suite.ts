import { importAll } from '#tests/support/import-all.ts';
import { memoryMb } from '#tests/support/process-memory.ts';
import { startBareServer } from './bare-server.ts';
import { drawBars } from './chart.ts';
import { type DurablePostgres, startDurablePostgres } from './durable-postgres.ts';
import { startGenerator } from './generator.ts';
import { kitRows } from './kit-rows.ts';
import { describeMachine } from './machine.ts';
import { measureRow, type Schedule } from './measure.ts';
import { startOwnServer } from './own-servers.ts';
import { type Results, type SubjectResult, writeResults } from './results.ts';
import type { HttpRequest, RowSet } from './row.ts';
import { send } from './send.ts';
import { restart, type Subject } from './subject.ts';
import { report } from './tables.ts';
import { repeatDisturbed } from './undisturbed.ts';

const FULL: Schedule & { starts: number } = { rounds: 3, seconds: 5, warmUpSeconds: 2, starts: 5 };
const QUICK: typeof FULL = { rounds: 1, seconds: 0.8, warmUpSeconds: 0.3, starts: 1 };
/** Adds half an hour to a run at most. */
const MAX_REPEATS = 120;

type Options = {
  /** The name of the files with the results. */
  name: string;
  isQuick: boolean;
  others?: OtherServers;
};

/** Servers that are measured beside ours. */
export type OtherServers = {
  /** Starts them and hands those that run to `add`. Returns a sentence for each that does not. */
  start(
    /** The photo is as our server stores it. */
    context: { postgres: DurablePostgres; photo: Uint8Array<ArrayBuffer> },
    add: (other: Subject) => void,
  ): Promise<string[]>;
  /** Returns a section of the report. */
  compare(results: Results): string;
};

/** Measures the server beside a bare node:http and other servers, writes the results to files, and ends the process. */
export async function runSuite({ name, isQuick, others }: Options) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  const machine = describeMachine();
  console.log(`${machine}\n`);
  const results = await measureAll(machine, isQuick, others);
  const markdown = report(results, others?.compare(results));
  console.log(`\n${markdown}`);
  const files = writeResults(name, { json: results, md: markdown, svg: drawBars(results) });
  console.log(files.join('\n'));
  const hasFailed = results.rows.some(({ measured }) => measured.some(({ failure }) => failure));
  process.exit(hasFailed ? 1 : 0);
}

async function measureAll(
  machine: string,
  isQuick: boolean,
  others: OtherServers | undefined,
): Promise<Results> {
  const { starts, ...schedule } = isQuick ? QUICK : FULL;
  await using stack = new AsyncDisposableStack();
  const ofFeatures = await importAll<{ rowSet: RowSet }>('features/*/bench/suite/rows.ts');
  const rowSets = [...ofFeatures.map(({ rowSet }) => rowSet), kitRows];
  const remarks = [
    'Servers run as in production, behind a proxy that tells the addresses of the clients: no row reaches a limit of attempts.',
    'Memory is the resident memory of all processes of a server, without PostgreSQL. Those that decode pictures end after a minute without one.',
    ...(isQuick ? ['--quick: one short round, SQLite only. Use it to look, not to compare.'] : []),
  ];
  const subjects: Subject[] = [];
  const add = (subject: Subject) => {
    subjects.push(subject);
    stack.defer(async () => {
      await subject.running.stop();
      subject.remove();
    });
  };

  progress('starting the servers');
  const sqlite = { name: 'SQLite', durability: 'after the disk has it (WAL, synchronous=FULL)' };
  const first = await startOwnServer(sqlite, rowSets);
  add(await startBareServer(first));
  add(first);
  let postgres: DurablePostgres | undefined;
  if (!isQuick || others) postgres = stack.use(await startDurablePostgres());
  if (postgres && !isQuick)
    for (const workers of [1, 2]) {
      const databaseUrl = await postgres.createDatabase(`workers_${workers}`);
      const { durability } = postgres;
      const name = `PostgreSQL, ${workers} worker${workers > 1 ? 's' : ''}`;
      add(await startOwnServer({ name, databaseUrl, workers, durability }, rowSets));
    }
  if (postgres && others) {
    progress('installing and starting the other servers');
    const photo = await readPhoto(first);
    remarks.push(...(await others.start({ postgres, photo }, add)));
  }

  const undisturbed = repeatDisturbed(isQuick ? 0 : MAX_REPEATS);
  const generator = startGenerator();
  stack.defer(generator.stop);
  const rows: Results['rows'] = [];
  for (const row of rowSets.flatMap(({ rows }) => rows)) {
    progress(row.title);
    const measured = await measureRow(row, subjects, generator, schedule, undisturbed.run);
    rows.push({ row, measured });
  }

  const afterLoad = new Map(subjects.map((subject) => [subject, readMemory(subject)]));
  progress('starts');
  const startMs = new Map(subjects.map((subject) => [subject, [] as number[]]));
  for (let start = 0; start < starts; start++)
    for (const subject of subjects)
      await undisturbed
        .run(() => restart(subject))
        .then(
          (ms) => startMs.get(subject)?.push(ms),
          ({ message }: Error) => remarks.push(`${subject.name}: ${message}`),
        );

  remarks.push(undisturbed.remark());
  return {
    date: new Date().toISOString(),
    machine,
    schedule,
    remarks,
    rows,
    subjects: subjects.map(
      (subject): SubjectResult => ({
        name: subject.name,
        kind: subject.kind,
        durability: subject.durability,
        remarks: subject.remarks,
        memoryAtStartMb: readMemory(subject),
        memoryAfterMb: afterLoad.get(subject),
        startMs: startMs.get(subject) ?? [],
      }),
    ),
  };
}

/** Reads the photo as our server has stored it. */
async function readPhoto({ program: { origin }, requests }: Subject) {
  const { bytes } = await send(origin, requests.photo?.[0] as HttpRequest);
  return new Uint8Array(bytes);
}

function readMemory({ running }: Subject) {
  return process.platform === 'linux' ? memoryMb(running.pid) : undefined;
}

function progress(doing: string) {
  console.log(`${new Date().toISOString().slice(11, 19)}  ${doing}`);
}
