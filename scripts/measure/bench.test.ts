import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';

test('An unknown option or bench prints the usage', async (t) => {
  const { start } = await createFolder(t);
  for (const args of [['--fast'], ['--quick=1'], ['--quick', 'endless'], ['unknown'], ['main']]) {
    const child = start(...args);
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    assert.match(
      output,
      /^usage: npm run bench[\s\S]*\n {2}endless\n {2}folder\n {2}suite\n$/,
      args.join(' '),
    );
    assert.equal(code, 1);
  }
});

test('A bench receives its arguments and stop signals', async (t) => {
  const { start } = await createFolder(t);
  const child = start('endless', '7');
  const [output] = await once(child.stdout, 'data');
  assert.equal(String(output), `${child.pid} 7`);
  child.kill('SIGTERM');
  await once(child, 'exit');
});

test('A bench may be a folder, such as the suite, which runs without a name', async (t) => {
  const { start } = await createFolder(t);
  for (const [args, expected] of [
    [['folder', '--quick'], 'bench/folder/main.ts --quick'],
    [['--quick'], 'bench/suite/main.ts --quick'],
    [[], 'bench/suite/main.ts'],
  ] as const)
    assert.equal(await text(start(...args).stdout), expected);
});

/** Creates a folder with a bench that prints the number of its process and its argument, and then runs on, and with two folders of benches. */
async function createFolder(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'kit-test-'));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'bench'));
  const endless =
    "process.stdout.write(process.pid + ' ' + process.argv[2]); setInterval(() => {}, 1000);";
  await writeFile(join(folder, 'bench', 'endless.ts'), endless);
  for (const name of ['folder', 'suite']) {
    await mkdir(join(folder, 'bench', name));
    const main = "process.stdout.write(process.argv.slice(1).join(' '));";
    await writeFile(join(folder, 'bench', name, 'main.ts'), main);
  }
  const script = join(import.meta.dirname, '../..', 'scripts/measure/bench.ts');
  return {
    start(...args: string[]) {
      const child = spawn(process.execPath, [script, ...args], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      t.after(() => child.kill('SIGKILL'));
      return child;
    },
  };
}
