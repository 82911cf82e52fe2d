import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { removeFeature } from '#tooling/feature-registration.ts';
import { copyKit } from '#tooling/kit-copy.ts';

// Runs the whole test suite in a copy of the kit without features, because no test of the kit may need one.
const kit = copyKit({ ownModules: true });
for (const folder of globSync('features/*/')) removeFeature(kit.folder, basename(folder));
const { status } = spawnSync(process.execPath, ['scripts/run.mjs', '--site', 'scripts/test.ts'], {
  cwd: kit.folder,
  stdio: 'inherit',
});
kit.remove();
process.exitCode = status ?? 1;
