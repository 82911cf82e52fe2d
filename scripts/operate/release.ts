import { itemKinds } from '#features/contract.ts';
import { features } from '#features/server.ts';
import { breakingMigrations } from '#scripts/release/breaking-migrations.ts';
import { otherServers } from '#scripts/release/other-servers.ts';
import { rehearse } from '#scripts/release/rehearse.ts';
import { setAside } from '#scripts/release/set-aside.ts';
import { command } from '#scripts/run/command.ts';
import { readConfig, readEnvironment } from '#server/config.ts';

// What a deployment needs to know and do on a server besides copying files and restarting.
const INTERRUPTED = 'The rehearsal was interrupted.';

await command(
  'release.js check | others | rehearse <backup> <folder of the running version> | set-aside',
  async ([verb, ...args]) => {
    if (verb === 'check' && args.length === 0) {
      const names = await breakingMigrations(readConfig(), features);
      if (names.length > 0) console.log(names.join(', '));
      return;
    }
    if (verb === 'others' && args.length === 0) {
      const addresses = await otherServers(readConfig());
      if (addresses.length > 0) console.log(addresses.join(', '));
      return;
    }
    if (verb === 'set-aside' && args.length === 0)
      return console.log(`The data were moved to ${await setAside(readConfig())}.`);
    const [backup, running] = args;
    if (verb !== 'rehearse' || !backup || !running) return 'usage';
    await rehearse({
      settings: readEnvironment(),
      features,
      kinds: itemKinds,
      backup,
      running,
      next: process.cwd(),
      signal: interruption(),
    });
  },
);

/** Returns a signal that aborts when this process is asked to end, or when whoever started it has gone. */
function interruption() {
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort(new Error(INTERRUPTED));
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, interrupt);
  process.stdin.on('end', interrupt).on('error', interrupt).resume();
  process.stdin.unref?.();
  return interrupted.signal;
}
