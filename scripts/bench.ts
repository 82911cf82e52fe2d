import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename } from 'node:path';

// usage: npm run bench -- [--quick] [--peers]    measures the server beside a bare node:http, and beside other servers
//        npm run bench -- NAME [arguments]       runs a file of bench/ or of a feature's bench/
const SUITE = 'bench/suite/main.ts';

const [name = '', ...args] = process.argv.slice(2);
const isSuite = name === '' || name.startsWith('--');
const benches = globSync(['bench/*.ts', 'features/*/bench/*.ts']);
const bench = isSuite ? SUITE : benches.find((file) => basename(file, '.ts') === name);
if (bench) {
  const passed = isSuite ? process.argv.slice(2) : args;
  const { status } = spawnSync(process.execPath, [bench, ...passed], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  const names = benches.map((file) => `  ${basename(file, '.ts')}`).join('\n');
  console.log(
    `usage: npm run bench -- [--quick] [--peers]\n       npm run bench -- NAME\n${names}`,
  );
  process.exitCode = 1;
}
