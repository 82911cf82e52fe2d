import { globSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

// usage: npm run bench -- [--quick] [--peers]    measures the server beside a bare node:http, and beside other servers
//        npm run bench -- NAME [arguments]       runs a file of bench/ or of a feature's bench/
const SUITE = 'bench/suite/main.ts';
const SUITE_OPTIONS = ['--quick', '--peers'];

const args = process.argv.slice(2);
const isSuite = args.every((arg) => SUITE_OPTIONS.includes(arg));
const benches = globSync(['bench/*.ts', 'features/*/bench/*.ts']);
const bench = isSuite ? SUITE : benches.find((file) => basename(file, '.ts') === args[0]);
if (bench) {
  process.argv.splice(1, isSuite ? 1 : 2, bench);
  // In this process, so that the bench gets the signals that end it, and can remove what it created.
  await import(pathToFileURL(resolve(bench)).href);
} else {
  const names = benches.map((file) => `  ${basename(file, '.ts')}`).join('\n');
  console.log(
    `usage: npm run bench -- [--quick] [--peers]\n       npm run bench -- NAME\n${names}`,
  );
  process.exitCode = 1;
}
