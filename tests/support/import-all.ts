import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Imports the modules whose paths match a pattern, such as one of every feature. */
export function importAll<Module>(pattern: string): Promise<Module[]> {
  return Promise.all(globSync(pattern).map((file) => import(pathToFileURL(resolve(file)).href)));
}
