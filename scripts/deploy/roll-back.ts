import { type Facts, lookAt } from './facts.ts';
import { inTurn } from './in-turn.ts';
import type { Server } from './ssh.ts';

/** Makes the version before the running one run again, on several servers in turn. */
export async function rollBack(servers: Server[]) {
  const found = [];
  for (const server of servers)
    found.push({ host: server.host, ...changeOf(await lookAt(server)) });
  checkSame(found);
  for (const server of servers) await server.lock();
  await inTurn(servers, 'The version before', async (server) => {
    const printed = await server.step('Rolling back', () => server.runToItsEnd('roll-back', []));
    console.log(printed.trim());
  });
}

type Change = { host: string; running: string | undefined; previous: string | undefined };

/** Returns what a rollback would replace, and by what. */
export function changeOf({ version, history }: Facts) {
  const previous = history.findLast(([, name]) => name !== version)?.[1];
  return { running: version, previous };
}

/** Throws if a rollback would not leave all servers on the same version. */
export function checkSame([first, ...others]: Change[]) {
  const different = others.find(
    ({ running, previous }) => running !== first?.running || previous !== first?.previous,
  );
  if (!first || !different) return;
  const describe = ({ host, running, previous }: Change) =>
    `${host} would go from ${running ?? 'none'} to ${previous ?? 'none'}`;
  throw new Error(
    `${describe(first)}, and ${describe(different)}: roll back only those that need it.`,
  );
}
