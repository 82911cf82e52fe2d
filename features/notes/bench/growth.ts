import { startDurablePostgres } from '#bench/suite/durable-postgres.ts';
import { startGenerator } from '#bench/suite/generator.ts';
import { describeMachine } from '#bench/suite/machine.ts';
import { writeResults } from '#bench/suite/results.ts';
import type { HttpRequest } from '#bench/suite/row.ts';
import { send } from '#bench/suite/send.ts';
import { CALLS, type Call, PAGE_LIMIT } from './growth/calls.ts';
import { drawCurves } from './growth/chart.ts';
import type { Group, Person } from './growth/fill.ts';
import { type Curve, type Growth, growthReport } from './growth/report.ts';
import { startFilledServer } from './growth/server.ts';

// Measures what one request costs as the data grows: the notes of one user, and the users of a server. Sends one
// request at a time, so that only its own time is measured. The sizes take turns.
const NOTES_OF_ONE_PERSON = [1, 100, 10_000, 100_000];
const PEOPLE = [10, 1000, 100_000];
const NOTES_EACH = 100;
const ROUNDS = 3;
const ROUND_SECONDS = 1;

type Point = { count: number; origin: string; people: Person[] };

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const generator = startGenerator();
const machine = describeMachine();
console.log(`${machine}\n`);
const remarks: string[] = [];
const curves = [...(await measureSqlite()), ...(await measurePostgres())];
generator.stop();
const growth: Growth = { date: new Date().toISOString(), machine, remarks, curves };
const markdown = growthReport(growth, { rounds: ROUNDS, seconds: ROUND_SECONDS });
console.log(`\n${markdown}`);
const svg = drawCurves(growth);
console.log(writeResults('growth', { json: growth, md: markdown, svg }).join('\n'));
process.exit(0);

function measureSqlite() {
  return measureEngine('SQLite', async () => undefined);
}

async function measurePostgres() {
  await using postgres = await startDurablePostgres();
  let databases = 0;
  return await measureEngine('PostgreSQL', () => postgres.createDatabase(`growth_${databases++}`));
}

async function measureEngine(engine: string, createDatabase: () => Promise<string | undefined>) {
  await using stack = new AsyncDisposableStack();
  const start = async (groups: Group[]) => {
    const from = performance.now();
    const server = await startFilledServer(groups, await createDatabase());
    stack.defer(server.stop);
    const notes = groups.reduce((sum, { people, notesEach }) => sum + people * notesEach, 0);
    const seconds = ((performance.now() - from) / 1000).toFixed(0);
    progress(`${engine}: ${notes.toLocaleString('en')} notes inserted in ${seconds} s`);
    return server;
  };

  // Four users of one server, and three servers with increasing numbers of users.
  const one = await start(NOTES_OF_ONE_PERSON.map((notesEach) => ({ people: 1, notesEach })));
  const notes = NOTES_OF_ONE_PERSON.map((count, index) => ({
    count,
    origin: one.origin,
    people: one.people[index] ?? [],
  }));
  await checkPages(engine, notes.at(-1) as Point);
  const curves = await measurePoints(engine, 'notes of one person', notes);

  const people: Point[] = [];
  for (const count of PEOPLE) {
    const server = await start([{ people: count, notesEach: NOTES_EACH }]);
    people.push({ count, origin: server.origin, people: server.people[0] ?? [] });
  }
  return [
    ...curves,
    ...(await measurePoints(engine, `people with ${NOTES_EACH} notes each`, people)),
  ];
}

/** Adds a remark if the server sends more than one page. */
async function checkPages(engine: string, { origin, people }: Point) {
  const [request] =
    CALLS.find(({ name }) => name === 'one page of the list')?.requests(people) ?? [];
  const { notes } = (await send(origin, request as HttpRequest)).json();
  if (notes.length > PAGE_LIMIT)
    remarks.push(
      `${engine}: the server ignores ?limit=${PAGE_LIMIT} and sends all ${notes.length.toLocaleString('en')} notes.`,
    );
}

async function measurePoints(engine: string, by: string, points: Point[]) {
  const curves: Curve[] = [];
  for (const call of CALLS) {
    progress(`${engine}, ${by}: ${call.name}`);
    curves.push(await measureCall(engine, by, points, call));
  }
  return curves;
}

async function measureCall(
  engine: string,
  by: string,
  points: Point[],
  call: Call,
): Promise<Curve> {
  const measured = points.map(({ count }) => ({
    count,
    p50Ms: [] as number[],
    p99Ms: [] as number[],
  }));
  // The first round only warms up.
  for (let round = 0; round <= ROUNDS; round++)
    for (const [index, { origin, people }] of points.entries()) {
      const load = { requests: call.requests(people), connections: 1 };
      const { loads } = await generator.run({ origin, loads: [load], seconds: ROUND_SECONDS });
      const [result] = loads;
      if (!result || round === 0) continue;
      measured[index]?.p50Ms.push(result.p50Ms);
      measured[index]?.p99Ms.push(result.p99Ms);
    }
  return { engine, by, call: call.name, isFlat: call.isFlat, points: measured };
}

function progress(doing: string) {
  console.log(`${new Date().toISOString().slice(11, 19)}  ${doing}`);
}
