import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { waitFor } from '#tests/support/wait-for.ts';

const STOP_WITHIN_MS = 3000;
// Files that are saved together restart the server only once.
const SETTLED_AFTER_MS = 100;

/** Runs the server in a separate process, which `restart` replaces when its sources have changed. */
export function startRestartingServer(url: string, settings: NodeJS.ProcessEnv) {
  let child: ChildProcess;
  let generation = 0;
  let ready = start();
  let settling: NodeJS.Timeout | undefined;
  // If this process fails, the server does not keep running.
  process.once('exit', () => child.kill());

  return {
    /** Resolves with true when the latest process responds, with false if it ended or never responded. */
    async isReady() {
      let checked: Promise<boolean>;
      let responds: boolean;
      do {
        checked = ready;
        responds = await checked;
        // Repeats if a restart has begun since.
      } while (checked !== ready);
      return responds && isRunning(child);
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
    const outcome = await waitFor('the server responds or ends', async () => {
      if (!isRunning(child) || started !== generation) return 'ended';
      const response = await fetch(`${url}/api/health`).catch(() => undefined);
      return response?.ok && 'responds';
    }).catch(() => 'silent');
    return outcome === 'responds';
  }

  async function end() {
    if (!isRunning(child)) return;
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
    await exited;
    clearTimeout(killTimer);
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess) {
  return exitCode === null && signalCode === null;
}
