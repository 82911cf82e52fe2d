import type { DurablePostgres } from '#bench/suite/durable-postgres.ts';
import type { Subject } from '#bench/suite/subject.ts';

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
