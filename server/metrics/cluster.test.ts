import assert from 'node:assert/strict';
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { Counter, Gauge, Registry } from 'prom-client';
import { connectToPrimary, gatherFromWorkers } from './cluster.ts';

type Order = { kind: 'test'; work: 'count' | 'read all' | 'hang' };

// This file is also the program of the workers that it forks.
if (cluster.isWorker) runWorker();
else runTests();

function runTests() {
  cluster.setupPrimary({ exec: import.meta.filename, execArgv: [], silent: true });
  const readAll = gatherFromWorkers();
  after(() => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL');
  });

  test('the metrics of all workers are added up, except metrics of what they share', async () => {
    const [first, second] = [await fork(), await fork()];
    await order(first, 'count');
    await order(second, 'count');
    await order(second, 'count');
    const text = await readAll();
    assert.match(text, /^jobs_total 3$/m);
    assert.match(text, /^open 2$/m);
    assert.match(text, /^shared 7$/m);
    assert.equal(await order(first, 'read all'), text, 'a worker reads the same');
  });

  test('the counters of a worker still count after its end, its gauges do not', async () => {
    const [first, second] = Object.values(cluster.workers ?? {}) as [Worker, Worker];
    second.process.kill('SIGKILL');
    await once(cluster, 'exit');
    assert.match(await readAll(), /^jobs_total 3\n[\s\S]*^open 1$/m);
    await order(first, 'count');
    assert.match(await readAll(), /^jobs_total 4$/m);
  });

  test('a worker that does not respond is counted, and the metrics of the others are still read', async () => {
    const [first] = Object.values(cluster.workers ?? {}) as [Worker];
    assert.match(await readAll(), /^workers_unresponsive 0$/m);
    const hanging = await fork();
    hanging.send({ kind: 'test', work: 'hang' } satisfies Order);
    await order(first, 'count');
    assert.match(await readAll(), /^jobs_total 5\n[\s\S]*^workers_unresponsive 1$/m);
  });
}

async function fork() {
  const worker = cluster.fork();
  await once(worker, 'message');
  return worker;
}

async function order(worker: Worker, work: Order['work']) {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const onMessage = (message: { kind: string; result?: unknown }) => {
    if (message.kind === 'test done') resolve(message.result);
  };
  worker.on('message', onMessage);
  worker.send({ kind: 'test', work } satisfies Order);
  const result = await promise;
  worker.off('message', onMessage);
  return result;
}

function runWorker() {
  const registry = new Registry();
  const registers = [registry];
  const jobs = new Counter({ name: 'jobs_total', help: 'Jobs.', registers });
  new Gauge({ name: 'open', help: 'Open.', registers }).set(1);
  new Gauge({ name: 'shared', help: 'Shared.', registers, aggregator: 'max' }).set(7);
  const readAll = connectToPrimary(registry);
  process.on('message', async ({ kind, work }: Order) => {
    if (kind !== 'test') return;
    while (work === 'hang');
    if (work === 'count') jobs.inc();
    process.send?.({
      kind: 'test done',
      result: work === 'read all' ? await readAll() : undefined,
    });
  });
  process.send?.({ kind: 'started' });
}
