import type { Server } from './ssh.ts';

/** Changes servers one after the other. If one fails, the error says which ones were changed before it. */
export async function inTurn(
  servers: Server[],
  /** The version that those run which were changed. */
  version: string,
  change: (server: Server) => Promise<unknown>,
) {
  for (const [index, server] of servers.entries())
    await change(server).catch((error: Error) => {
      const namesOf = (some: Server[]) => some.map(({ host }) => host).join(', ');
      const [changed, unchanged] = [servers.slice(0, index), servers.slice(index + 1)];
      throw new Error(
        [
          error.message,
          ...(changed.length > 0 ? [`Version ${version} runs on ${namesOf(changed)}.`] : []),
          ...(unchanged.length > 0 ? [`Nothing was switched on ${namesOf(unchanged)}.`] : []),
        ].join('\n'),
      );
    });
}
