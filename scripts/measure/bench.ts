import { globSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// usage: npm run bench -- [--quick]          measures the server beside a bare node:http
//        npm run bench -- NAME [arguments]   runs a bench of bench/ or of a feature's bench/: NAME.ts or NAME/main.ts
const SUITE = 'suite';

const args = process.argv.slice(2);
const isSuite = args.every((arg) => arg === '--quick');
const files = globSync('{bench,features/*/bench}/{*.ts,*/main.ts}').sort();
const benches = new Map(files.map((file) => [nameOf(file), file]));
const bench = benches.get(isSuite ? SUITE : String(args[0]));
if (bench) {
  process.argv.splice(1, isSuite ? 1 : 2, bench);
  // In this process, so that the bench receives stop signals and can clean up.
  await import(pathToFileURL(resolve(bench)).href);
} else {
  const names = [...benches.keys()].map((name) => `  ${name}`).join('\n');
  console.log(`usage: npm run bench -- [--quick]\n       npm run bench -- NAME\n${names}`);
  process.exitCode = 1;
}

function nameOf(file: string) {
  const name = basename(file, '.ts');
  return name === 'main' ? basename(dirname(file)) : name;
}
