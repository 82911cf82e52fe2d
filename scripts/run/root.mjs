import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. Plain JavaScript, because a fresh clone runs it on any Node version. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
