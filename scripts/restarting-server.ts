import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

const READY_WITHIN_MS = 30_000;
const ASK_EVERY_MS = 50;
const STOP_WITHIN_MS = 3000;
// Several files that are saved together restart the server once.
const SETTLED_AFTER_MS = 100;

/** Runs the server in a process of its own, which `restart` replaces when its sources have changed. */
export function startRestartingServer(url: string, settings: NodeJS.ProcessEnv) {
  let child: ChildProcess;
  let generation = 0;
  let ready = start();
  let settling: NodeJS.Timeout | undefined;

  return {
    /** Resolves with true when the newest process answers, with false when it ended or never did. */
    async isReady() {
      let asked: Promise<boolean>;
      let answers: boolean;
      do {
        asked = ready;
        answers = await asked;
        // A restart was begun meanwhile.
      } while (asked !== ready);
      return answers && isRunning(child);
    },

    restart() {
      clearTimeout(settling);
      settling = setTimeout(() => {
        generation++;
        ready = ready.then(end).then(start);
      }, SETTLED_AFTER_MS);
    },

    async stop() {
      clearTimeout(settling);
      generation++;
      await ready.then(end);
    },
  };

  async function start() {
    child = spawn(process.execPath, ['server/main.ts'], {
      stdio: 'inherit',
      env: { ...process.env, ...settings },
    });
    const started = generation;
    for (const limit = Date.now() + READY_WITHIN_MS; Date.now() < limit; await wait(ASK_EVERY_MS)) {
      if (!isRunning(child) || started !== generation) return false;
      const answer = await fetch(`${url}/api/health`).catch(() => undefined);
      if (answer?.ok) return true;
    }
    return false;
  }

  async function end() {
    if (!isRunning(child)) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    await exited;
    clearTimeout(impatience);
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess) {
  return exitCode === null && signalCode === null;
}
