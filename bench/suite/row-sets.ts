import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { kitRows } from './kit-rows.ts';
import type { RowSet } from './row.ts';

/** Returns the rows of the kit, and of every feature that has some (`features/<name>/bench/suite/rows.ts`). */
export async function loadRowSets(): Promise<RowSet[]> {
  const files = globSync('features/*/bench/suite/rows.ts').map((file) =>
    pathToFileURL(resolve(file)),
  );
  const modules = await Promise.all(files.map(({ href }) => import(href)));
  return [...modules.map(({ rowSet }) => rowSet), kitRows];
}
