/** What a run tells about itself. */
export type Report = {
  log(line: string): void;
  /** Counts what happened, for the figures of a run. */
  counts: { operations: number; faults: number };
};
