import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { basename } from 'node:path';
import { removeFeatures } from '#tooling/feature-registration.ts';
import { copyKit } from '#tooling/kit-copy.ts';

// Runs the whole test suite in a copy of the kit without the demo and without features, because no test of the kit may
// need one.
const kit = copyKit({ ownModules: true });
if (existsSync('scripts/remove-demo.ts'))
  await kit.run('node', 'scripts/remove-demo.ts', '--force');
removeFeatures(
  kit.folder,
  globSync('features/*/', { cwd: kit.folder }).map((folder) => basename(folder)),
);
const { status } = spawnSync(process.execPath, ['scripts/run.mjs', '--site', 'scripts/test.ts'], {
  cwd: kit.folder,
  stdio: 'inherit',
});
kit.remove();
process.exitCode = status ?? 1;
