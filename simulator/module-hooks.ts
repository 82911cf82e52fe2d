import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import type { Mutant } from './mutants.ts';

/** Modules that would need processes or a disk, and what replaces them: the same functions, in memory. */
const FAKES: Record<string, string> = {
  'server/files/pictures.ts': './fake-pictures.ts',
  'server/files/open-blobs.ts': './memory-blobs.ts',
};

const ROOT = new URL('../', import.meta.url).href;

/** Replaces modules of the kit by fakes, and a piece of one by a mutant's. Call it before the modules are imported. */
export function replaceModules(mutant?: Mutant) {
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = next(specifier, context);
      const fake = FAKES[resolved.url.slice(ROOT.length)];
      return fake ? { ...resolved, url: new URL(fake, import.meta.url).href } : resolved;
    },
    load(url, context, next) {
      const loaded = next(url, context);
      if (url !== `${ROOT}${mutant?.file}` || !mutant) return loaded;
      const pieces = String(loaded.source).split(mutant.replace);
      assert.equal(pieces.length, 2, `${mutant.file} must contain once: ${mutant.replace}`);
      return { ...loaded, source: pieces.join(mutant.by) };
    },
  });
}
