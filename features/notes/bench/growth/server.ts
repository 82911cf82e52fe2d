import { launch } from '#bench/suite/launch.ts';
import { ownProgram } from '#bench/suite/own-servers.ts';
import { fill, type Group } from './fill.ts';

/** Fills a database and starts a server on it. Returns the measured users of each group. */
export async function startFilledServer(groups: Group[], databaseUrl: string | undefined) {
  const { program, remove } = await ownProgram({ databaseUrl });
  const people = await fill(program.env, groups);
  const running = await launch(program);
  return {
    origin: program.origin,
    people,
    async stop() {
      await running.stop();
      remove();
    },
  };
}
