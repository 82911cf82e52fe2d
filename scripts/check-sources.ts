import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { importsOf } from '#tooling/imports.ts';

// Fails if a source file is too long, if modules import each other in a cycle, or if the kit imports a feature. Type and
// lazy imports count too, because a reader has to understand all modules of a cycle together.
const MAX_LINES = 250;
const KIT = /^(shared|server|client|tooling|e2e|scripts|bench|faults)[/\\]/;
const FOLDERS = 'shared,server,client,features,tooling,e2e,scripts,bench,faults';

const root = join(import.meta.dirname, '..');
const sources = globSync(`{${FOLDERS}}/**/*.{ts,tsx,mjs,css,py}`, { cwd: root });
const modules = sources.filter((file) => /\.(tsx?|mjs)$/.test(file));
const problems = [...tooLong(), ...cycles(), ...kitImports()];
for (const problem of problems) console.error(problem);
console.log(`${sources.length} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function tooLong() {
  return sources
    .map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines; at most ${MAX_LINES} are allowed`);
}

/** Visits the modules depth first: an import of a module on the current path closes a cycle. */
function cycles() {
  const found: string[] = [];
  const done = new Set<string>();
  for (const file of modules) visit(join(root, file), []);
  return found;

  function visit(file: string, path: string[]) {
    if (path.includes(file)) {
      const circle = [...path.slice(path.indexOf(file)), file];
      found.push(`import cycle: ${circle.map((one) => relative(root, one)).join(' → ')}`);
      return;
    }
    if (done.has(file)) return;
    for (const imported of importsOf(file)) visit(imported, [...path, file]);
    done.add(file);
  }
}

/** Finds imports of features by the kit, which may use them only through the tables in features/. */
function kitImports() {
  return modules
    .filter((file) => KIT.test(file))
    .flatMap((file) =>
      importsOf(join(root, file))
        .map((imported) => relative(root, imported))
        .filter((imported) => /^features[/\\][^/\\]+[/\\]/.test(imported))
        .map((imported) => `${file} imports ${imported}, but the kit must not know a feature`),
    );
}
