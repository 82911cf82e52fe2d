import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import type { Mutant } from './mutants.ts';

/** Modules that need processes or a disk, and their replacements in memory. */
const FAKES: Record<string, string> = {
  'server/files/pictures.ts': './fake-pictures.ts',
  'server/files/open-blobs.ts': './memory-blobs.ts',
};

/** Small limits, so that even the few changes of a run need several responses. */
const SMALL_PAGES: Mutant[] = [
  {
    file: 'server/sync/read-changes.ts',
    replace: 'const ROWS_PER_RESPONSE = 200;',
    by: 'const ROWS_PER_RESPONSE = 3;',
  },
  {
    file: 'server/sync/read-changes.ts',
    replace: 'inOrder[countFitting(inOrder)]',
    by: 'inOrder[4]',
  },
];

const ROOT = new URL('../../', import.meta.url).href;

/**
 * Replaces modules of the kit with fakes, and applies a mutant's replacement. Call it before the modules are imported.
 */
export function replaceModules(mutant?: Mutant) {
  const pieces = mutant ? [...SMALL_PAGES, mutant] : SMALL_PAGES;
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const fake = FAKES[resolved.url.slice(ROOT.length)];
      return fake ? { ...resolved, url: new URL(fake, import.meta.url).href } : resolved;
    },
    load(url, context, next) {
      const loaded = next(url, context);
      const changed = pieces.filter(({ file }) => url === `${ROOT}${file}`);
      if (changed.length === 0) return loaded;
      return { ...loaded, source: changed.reduce(replacePiece, String(loaded.source)) };
    },
  });
}

function replacePiece(source: string, { file, replace, by }: Mutant) {
  const parts = source.split(replace);
  assert.equal(parts.length, 2, `${file} must contain once: ${replace}`);
  return parts.join(by);
}
