import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { copyKit } from '#tests/support/kit-copy.ts';
import { waitFor } from '#tests/support/wait-for.ts';

test('with --watch, tests run again when a module that they import is saved', async (t) => {
  const kit = copyKit();
  const child = spawn(
    process.execPath,
    ['scripts/test/test.ts', '--only', 'unit', '--watch', 'format-number'],
    {
      cwd: kit.folder,
      env: { ...process.env, FORCE_COLOR: '0', NODE_TEST_CONTEXT: undefined },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  const exited = once(child, 'exit');
  t.after(() => {
    child.kill('SIGKILL');
    kit.remove();
  });
  const printedSince = async (expected: RegExp) => {
    await waitFor(`it prints ${expected}`, () => expected.test(printed));
    printed = '';
  };

  await printedSince(/^✔ /m);
  kit.replace('shared/format-number.ts', /$/, "\nthrow new Error('saved by mistake');\n");
  await printedSince(/saved by mistake/);
  kit.replace('shared/format-number.ts', /\nthrow .*\n$/, '');
  await printedSince(/^✔ /m);
  child.kill('SIGTERM');
  assert.equal((await exited)[1], null, 'it ends by itself');
});

test('with --watch, a suite that needs more than Node is rejected with one line', async () => {
  const child = spawn(process.execPath, ['scripts/test/test.ts', '--only', 'browser', '--watch'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const [code] = await once(child, 'close');
  assert.equal(code, 1);
  assert.match(errors, /^There is nothing to watch: [^\n]*\n$/);
});
