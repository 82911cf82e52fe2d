import { type Launched, launch, type Program } from './launch.ts';
import type { Requests } from './row.ts';

/** A running server that is measured. */
export type Subject = {
  name: string;
  kind: 'limit' | 'own' | 'other';
  program: Program;
  running: Launched;
  requests: Requests;
  /** What has happened to a write when it is answered. */
  durability: string;
  /** What a reader has to know for a fair comparison. */
  remarks: string[];
  /** The folder with the probes of its event loops, if it runs on Node. */
  probes: string | undefined;
  /** Removes its data. */
  remove(): void;
};

/** Restarts the program on the same data. Returns the time to its first response. */
export async function restart(subject: Subject) {
  await subject.running.stop();
  subject.running = await launch(subject.program);
  return subject.running.startMs;
}
