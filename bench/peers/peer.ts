import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DurablePostgres } from '#bench/suite/durable-postgres.ts';
import { launch, withProbes } from '#bench/suite/launch.ts';
import type { Subject } from '#bench/suite/subject.ts';
import { freePort } from '#tests/support/free-port.ts';

/** Another server to compare with ours, with the same data and the rule that only its owner can read an item. */
export type Peer = {
  name: string;
  /** npm packages with exact versions. */
  packages: string[];
  /** Starts it and creates its data. */
  start(context: PeerContext): Promise<Omit<Subject, 'name' | 'kind' | 'remove'>>;
};

export type PeerContext = {
  /** Where its packages are installed and where it may store data. */
  folder: string;
  postgres: DurablePostgres;
  /** The photo as our server stores it. */
  photo: Uint8Array<ArrayBuffer>;
};

/** How many users sign in and write. */
const PEER_PEOPLE = 50;
export const PASSWORD = 'correct horse battery';
export const emailOf = (number: number) => `person-${number}@example.com`;

/** Runs a task for each user, one after the other. */
export async function forEachPerson<T>(task: (number: number) => Promise<T>) {
  const results: T[] = [];
  for (let number = 0; number < PEER_PEOPLE; number++) results.push(await task(number));
  return results as [T, ...T[]];
}

/** Starts one of the apps of this bench in the folder that contains its packages. */
export async function launchApp(
  app: string,
  folder: string,
  readyPath: string,
  settings: Record<string, string>,
) {
  copyFileSync(join(import.meta.dirname, 'apps', app), join(folder, app));
  const port = String(await freePort());
  const origin = `http://127.0.0.1:${port}`;
  const env = { NODE_ENV: 'production', PORT: port, ...settings };
  const measured = withProbes({ args: [app], cwd: folder, env, origin, readyPath });
  return { origin, ...measured, running: await launch(measured.program) };
}
