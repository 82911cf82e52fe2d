import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { basename } from 'node:path';
import { removeFeatures } from '#scripts/add/feature-registration.ts';
import { copyKit } from '#tests/support/kit-copy.ts';
import { makeProduct } from '#tests/support/make-product.ts';

// Runs the whole test suite in two copies of the kit: one without the demo and without features, because no test of the
// kit may need a feature; and one renamed, without the demo and with two added features. A product, which has no demo,
// only makes the copy without features.
const hasDemo = existsSync('scripts/product/remove-demo.ts');

async function removeAllFeatures(kit: ReturnType<typeof copyKit>) {
  if (hasDemo) await kit.run('node', 'scripts/product/remove-demo.ts', '--force');
  const folders = globSync('features/*/', { cwd: kit.folder });
  removeFeatures(
    kit.folder,
    folders.map((folder) => basename(folder)),
  );
}

for (const prepare of hasDemo ? [removeAllFeatures, makeProduct] : [removeAllFeatures]) {
  const kit = copyKit({ ownModules: true });
  await prepare(kit);
  const { status } = spawnSync(
    process.execPath,
    ['scripts/run.mjs', 'scripts/test/test.ts', '--all'],
    {
      cwd: kit.folder,
      stdio: 'inherit',
    },
  );
  kit.remove();
  if (status !== 0) process.exitCode = status ?? 1;
}
