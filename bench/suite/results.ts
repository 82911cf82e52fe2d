import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Measured, Schedule } from './measure.ts';
import type { Row } from './row.ts';
import type { Subject } from './subject.ts';

/** All results of a run, as written to the JSON file. */
export type Results = {
  date: string;
  machine: string;
  schedule: Schedule;
  /** What was left out, and other remarks about the run. */
  remarks: string[];
  subjects: SubjectResult[];
  rows: { row: Row; measured: Measured[] }[];
};

export type SubjectResult = Pick<Subject, 'name' | 'kind' | 'durability' | 'remarks'> & {
  /** Resident memory, after a start and after all rows. */
  memoryAtStartMb?: number | undefined;
  memoryAfterMb?: number | undefined;
  /** Times from starting the program to its first response, with an existing database. */
  startMs: number[];
};

const FOLDER = 'bench/results';

/** Writes the files of a run. Returns their names. */
export function writeResults(name: string, contents: { json: unknown; md: string; svg: string }) {
  mkdirSync(FOLDER, { recursive: true });
  const files: Record<string, string> = {
    md: contents.md,
    json: `${JSON.stringify(contents.json, null, 2)}\n`,
    svg: contents.svg,
  };
  return Object.entries(files).map(([extension, text]) => {
    const file = join(FOLDER, `${name}.${extension}`);
    writeFileSync(file, text);
    return file;
  });
}
