import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { createTemporaryFolder } from './clean-up.ts';

const SYNC_FOR_MS = 500;
const SYNCED_BYTES = 4096;

/** Describes the machine in one line: what the figures of a run depend on. */
export function describeMachine() {
  const { length: cores, 0: cpu } = cpus();
  const [load = 0] = loadavg();
  return [
    `${cores} × ${cpu?.model.trim()}`,
    `${Math.round(totalmem() / 2 ** 30)} GB`,
    `${type()} ${release()} ${process.arch}`,
    `Node ${process.versions.node}`,
    `data on ${fileSystem(tmpdir())}, which syncs 4 KB ${Math.round(syncsPerSecond())} times a second`,
    `load average before the run ${load.toFixed(2)}`,
  ].join(', ');
}

/**
 * Starts to watch how much processor time the neighbours of this virtual machine take. Returns a function that returns
 * their share since then, or undefined if the system does not report it.
 */
export function watchStolenTime() {
  const before = processorTime();
  return () => {
    const after = processorTime();
    return before && after && (after.stolen - before.stolen) / (after.all - before.all);
  };
}

function processorTime() {
  if (process.platform !== 'linux') return undefined;
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  // user, nice, system, idle, iowait, irq, softirq, steal; the rest is part of user and nice.
  const times = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return { stolen: times[7] ?? 0, all: times.reduce((sum, time) => sum + time, 0) };
}

/** Measures how often per second a file can be written and synced, which limits durable writes. */
function syncsPerSecond() {
  const { folder, remove } = createTemporaryFolder('sync');
  const file = openSync(join(folder, 'file'), 'w');
  const bytes = Buffer.alloc(SYNCED_BYTES, 1);
  const started = performance.now();
  let count = 0;
  try {
    for (; performance.now() - started < SYNC_FOR_MS; count++) {
      writeSync(file, bytes);
      fdatasyncSync(file);
    }
    return (count * 1000) / (performance.now() - started);
  } finally {
    closeSync(file);
    remove();
  }
}

/** Returns the file system type of a folder. On tmpfs nothing is durable. */
function fileSystem(folder: string) {
  try {
    const mounts = readFileSync('/proc/mounts', 'utf8').trim().split('\n');
    const [found] = mounts
      .map((line) => line.split(' '))
      .filter(([, point = '']) => `${folder}/`.startsWith(point.replace(/\/?$/, '/')))
      .sort(([, a = ''], [, b = '']) => b.length - a.length);
    return found?.[2] ?? 'an unknown file system';
  } catch {
    return 'an unknown file system';
  }
}
