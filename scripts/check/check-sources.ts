import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findPatternProblems } from '#scripts/test/check-patterns.ts';
import { importsOf } from './imports.ts';

// Fails if a source file is too long, if modules import each other in a cycle, if a module imports what its folder must
// not use, if the server reads the environment, starts programs or compiles text outside the module for that, or if a
// test belongs to no suite. Type and lazy imports count too, because a reader has to understand all modules of a cycle
// together.
const MAX_LINES = 250;
const KIT = /^(shared|server|client|tests|scripts|bench)[/\\]/;
// The programs around the app, of the kit or of a feature. They share code through tests/support/.
const PROGRAM = /^(?:features[/\\][^/\\]+[/\\]|tests[/\\])?(scripts|e2e|bench|faults|copies)[/\\]/;
const FEATURE = /^features[/\\]([^/\\]+)[/\\]/;
const SERVER = /^(?:features[/\\][^/\\]+[/\\]server(?:\.ts$|[/\\])|server[/\\])/;
// Tests may do what server code must not.
const SERVER_TEST = /^server[/\\]testing[/\\]|\.test\.ts$/;
/** Code that only one module of the server may contain. */
const RESTRICTED = [
  { text: /\bprocess\.env\b/, module: 'server/config.ts', does: 'reads settings' },
  {
    text: /'node:child_process'/,
    module: 'server/files/picture-process.ts',
    does: 'starts a program',
  },
  {
    text: /\bnew Function\(|\beval\(|'node:vm'/,
    module: 'server/database/sqlite.ts',
    does: 'compiles text',
  },
];
const FOLDERS = 'shared,server,client,features,tests,scripts,bench';

const root = join(import.meta.dirname, '../..');
const sources = globSync(`{${FOLDERS}}/**/*.{ts,tsx,mjs,css,py}`, { cwd: root });
const modules = sources.filter((file) => /\.(tsx?|mjs)$/.test(file));
const problems = [
  ...tooLong(),
  ...cycles(),
  ...forbiddenImports(),
  ...restrictedText(),
  ...findPatternProblems(),
];
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

/** Finds imports that the folder rules of CONTRIBUTING.md forbid and the linter does not check. */
function forbiddenImports() {
  return modules.flatMap((file) =>
    importsOf(join(root, file))
      .map((path) => relative(root, path))
      .flatMap((imported) => {
        const reason = reasonAgainst(file, imported);
        return reason ? [`${file} imports ${imported}, but ${reason}`] : [];
      }),
  );
}

/** Returns why a module must not import another. The kit may use features only through the tables in features/. */
function reasonAgainst(file: string, imported: string) {
  const feature = nameIn(FEATURE, imported);
  if (feature && KIT.test(file)) return 'the kit must not know a feature';
  const own = nameIn(FEATURE, file);
  if (feature && own && feature !== own) return 'a feature must not know another feature';
  const [from, to] = [nameIn(PROGRAM, file), nameIn(PROGRAM, imported)];
  if (from && to && from !== to) return `${from}/ and ${to}/ share code through tests/support/`;
  return undefined;
}

function nameIn(pattern: RegExp, file: string) {
  return pattern.exec(file)?.[1];
}

/** Finds server modules that do what only another module may do. */
function restrictedText() {
  return modules
    .filter((file) => SERVER.test(file) && !SERVER_TEST.test(file))
    .flatMap((file) => {
      const source = readFileSync(join(root, file), 'utf8');
      return RESTRICTED.filter(
        ({ text, module }) => text.test(source) && file !== join(module),
      ).map(({ module, does }) => `${file} ${does}, which only ${module} does`);
    });
}
