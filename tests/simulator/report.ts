/** The report of a run. */
export type Report = {
  log(line: string): void;
  /** Counts what happened, for the figures of a run. */
  counts: { operations: number; faults: number };
};
