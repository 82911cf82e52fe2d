import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePort } from '#tests/support/free-port.ts';
import { copyKit } from '#tests/support/kit-copy.ts';

export type RestartableServer = Awaited<ReturnType<typeof startRestartableServer>>;

/**
 * Runs the server of a copy of the kit. The server can be stopped and restarted at the same address with the same data.
 */
export async function startRestartableServer(t: TestContext, settings: NodeJS.ProcessEnv = {}) {
  const kit = copyKit();
  t.after(kit.remove);
  const env = {
    DATA_DIR: join(kit.folder, 'data'),
    PORT: String(await freePort()),
    ...settings,
  };
  let server = await kit.start(env);
  await server.listening();

  return {
    url: server.url,
    dataDir: env.DATA_DIR,
    get pid() {
      return server.child.pid as number;
    },

    /** Starts the server again, after `kill` or `stop`. */
    async start() {
      server = await kit.start(env);
      await server.listening();
    },

    /** Pauses the process at once without ending it. After that it can only be killed. */
    freeze: () => server.child.kill('SIGSTOP'),

    /** Kills the process at once, whatever it is doing. */
    async kill() {
      server.child.kill('SIGKILL');
      const { signal } = await server.ended;
      assert.equal(signal, 'SIGKILL', 'the process ended before it was killed');
    },

    /** Sends SIGTERM. Resolves when the process has ended, which must happen without an error. */
    async stop() {
      server.child.kill('SIGTERM');
      assert.equal((await server.ended).code, 0);
    },
  };
}
