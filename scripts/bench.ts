import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename } from 'node:path';

// usage: npm run bench -- NAME [arguments]    runs a file of bench/ or of a feature's bench/; lists them without a name
const [name, ...args] = process.argv.slice(2);
const benches = globSync(['bench/*.ts', 'features/*/bench/*.ts']);
const bench = benches.find((file) => basename(file, '.ts') === name);
if (bench) {
  const { status } = spawnSync(process.execPath, [bench, ...args], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
} else {
  console.log(
    `usage: npm run bench -- NAME\n${benches.map((file) => `  ${basename(file, '.ts')}`).join('\n')}`,
  );
  process.exitCode = 1;
}
