import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { PictureResult, PictureTask } from './picture-worker.ts';

export type PictureProcess = ReturnType<typeof createPictureProcess>;

export class TookTooLong extends Error {}

const WORKER = join(import.meta.dirname, 'picture-worker.ts');
const START_LIMIT_MS = 20_000;
const IDLE_LIMIT_MS = 60_000;

/**
 * Processes one picture at a time in a child process. Only a process can be ended while it decodes: the threads of a
 * decoder continue when a worker thread is terminated. The child starts with the first picture and is ended when a
 * picture takes too long or after a minute without pictures. The next picture starts a new one.
 */
export function createPictureProcess({ timeLimitMs }: { timeLimitMs: number }) {
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  return { run, stop };

  async function run(task: PictureTask) {
    clearTimeout(idleTimer);
    try {
      child ??= await startChild();
      child.send(task);
      return (await nextMessage(child, timeLimitMs)) as PictureResult;
    } catch (error) {
      await stop();
      throw error;
    } finally {
      idleTimer = setTimeout(stop, IDLE_LIMIT_MS).unref();
    }
  }

  async function startChild() {
    const starting = fork(WORKER, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      // A decoder must not have access to the settings of the server, which include passwords.
      env: {},
    });
    // An error between the listeners below would otherwise be unhandled and end the server.
    starting.on('error', () => {});
    starting.once('exit', () => {
      if (child === starting) child = undefined;
    });
    child = starting;
    await nextMessage(starting, START_LIMIT_MS);
    return starting;
  }

  async function stop() {
    clearTimeout(idleTimer);
    const ending = child;
    child = undefined;
    if (!ending?.pid || ending.exitCode !== null || ending.signalCode !== null) return;
    ending.kill('SIGKILL');
    await once(ending, 'exit');
  }
}

function nextMessage(child: ChildProcess, limitMs: number) {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => reject(new TookTooLong()), limitMs);
  const exited = (code: number | null, signal: string | null) =>
    reject(new Error(`The picture process ended by itself: ${signal ?? `exit code ${code}`}.`));
  child.once('message', resolve).once('exit', exited).once('error', reject);
  return promise.finally(() => {
    clearTimeout(timer);
    child.off('message', resolve).off('exit', exited).off('error', reject);
  });
}
