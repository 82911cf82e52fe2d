import { type Facts, lookAt } from './facts.ts';
import { inTurn } from './in-turn.ts';
import type { Server } from './ssh.ts';

/** Makes the version before the running one run again, on several servers in turn. */
export async function rollBack(servers: Server[]) {
  for (const server of servers) await server.lock();
  const facts = [];
  for (const server of servers) facts.push(await lookAt(server));
  const version = servers.length > 1 ? commonVersion(facts) : '';
  await inTurn(servers, version, async (server) => {
    const printed = await server.step('Rolling back', () =>
      server.runToItsEnd('roll-back', version ? [version] : []),
    );
    console.log(printed.trim());
  });
}

/** Returns the newest version that ran on all servers before the newest that runs. Names of versions sort by time. */
export function commonVersion(facts: Pick<Facts, 'version' | 'versions' | 'history'>[]) {
  const newest = facts.map(({ version }) => version ?? '').reduce((a, b) => (a > b ? a : b));
  const [first] = facts;
  const common = first?.versions
    .toSorted()
    .findLast((name) => name < newest && facts.every((server) => hasRun(server, name)));
  if (!common)
    throw new Error(
      'No earlier version ran on all of them. Check out its commit, which is at the end of the name in --status, and deploy that.',
    );
  return common;
}

const hasRun = ({ versions, history }: Pick<Facts, 'versions' | 'history'>, name: string) =>
  versions.includes(name) && history.some(([, version]) => version === name);
