import { createTemporaryFolder } from '#bench/suite/clean-up.ts';
import { launch } from '#bench/suite/launch.ts';
import { freePort } from '#tests/support/free-port.ts';
import { productionSettings } from '#tests/support/production-server.ts';
import { fill, type Group } from './fill.ts';

/** Fills a database and starts a server on it. Returns the measured users of each group. */
export async function startFilledServer(groups: Group[], databaseUrl: string | undefined) {
  const { folder, remove } = createTemporaryFolder('growth');
  const port = await freePort();
  const env = {
    ...productionSettings(port, folder),
    PORT: String(port),
    MAX_ITEMS_PER_USER: '1000000',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const people = await fill(env, groups);
  const origin = `http://127.0.0.1:${port}`;
  const running = await launch({
    command: process.execPath,
    args: ['dist-server/main.js'],
    env,
    origin,
    readyPath: '/api/health',
  });
  return {
    origin,
    people,
    async stop() {
      await running.stop();
      remove();
    },
  };
}
