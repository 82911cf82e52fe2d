import { features } from '#features/server.ts';
import { freePort } from '#tests/support/free-port.ts';
import { createPeople, productionSettings } from '#tests/support/production-server.ts';
import { createTemporaryFolder } from './clean-up.ts';
import { launch, withProbes } from './launch.ts';
import type { OwnServer, RowSet } from './row.ts';
import type { Subject } from './subject.ts';

/** Enough users for the event streams of a row, with at most 20 streams each. */
const PEOPLE = 50;
/** No user may reach a limit while they create items for minutes. */
const ITEMS_PER_USER = '1000000';

type Setup = { databaseUrl?: string | undefined; workers?: number };

/** Starts our server, and creates its users and the data of the rows. */
export async function startOwnServer(
  { name, durability, ...setup }: Setup & { name: string; durability: string },
  rowSets: RowSet[],
): Promise<Subject> {
  const { remove, ...own } = await ownProgram(setup);
  const [owner, ...people] = await createPeople(own.program.env, features, PEOPLE + 1);
  const { program, probes } = withProbes(own.program);
  const running = await launch(program);
  const server = { url: program.origin, owner, people } as OwnServer;
  const requests = {};
  for (const { prepare } of rowSets) Object.assign(requests, await prepare(server));
  return { name, kind: 'own', program, running, requests, durability, remarks: [], probes, remove };
}

/**
 * Prepares our server with a new folder, as in production behind a proxy that passes on client addresses: limits of
 * attempts then apply per address, and no row reaches them.
 */
export async function ownProgram({ databaseUrl, workers = 1 }: Setup) {
  const { folder, remove } = createTemporaryFolder('bench');
  const port = await freePort();
  const env = {
    ...productionSettings(port, folder),
    PORT: String(port),
    MAX_ITEMS_PER_USER: ITEMS_PER_USER,
    WORKERS: String(workers),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const origin = `http://127.0.0.1:${port}`;
  const args = ['dist-server/main.js'];
  return { program: { args, env, origin, readyPath: '/api/health' }, remove };
}
