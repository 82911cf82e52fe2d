import type { DurablePostgres } from '#bench/suite/durable-postgres.ts';
import type { Subject } from '#bench/suite/subject.ts';

/** Another server that is measured beside ours, with the same data and a rule that only the owner reads an item. */
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

/** How many people sign in and write. */
const PEER_PEOPLE = 50;
export const PASSWORD = 'correct horse battery';
export const emailOf = (number: number) => `person-${number}@example.com`;

/** Runs a task for each person, one after the other. */
export async function forEachPerson<T>(task: (number: number) => Promise<T>) {
  const results: T[] = [];
  for (let number = 0; number < PEER_PEOPLE; number++) results.push(await task(number));
  return results as [T, ...T[]];
}
