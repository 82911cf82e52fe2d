import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkFlags, parseFlags } from './check-flags.ts';

test('a flag that npm consumed stops the command, which would otherwise run without it', () => {
  for (const [name, flag] of [
    ['npm_config_dry_run', '--dry-run'],
    ['npm_config_force', '--force'],
  ] as const)
    assert.throws(
      () => checkFlags({ [name]: 'true', npm_lifecycle_event: 'add' }),
      new RegExp(`npm run add -- ${flag} …$`),
    );
  checkFlags({ npm_lifecycle_event: 'add' });
});

test('an unknown flag is named, without inapplicable advice', () => {
  const options = { one: { type: 'string' } } as const;
  const parse = (...args: string[]) => parseFlags({ args, options, allowPositionals: true });
  assert.deepEqual({ ...parse('tasks', '--one', 'task').values }, { one: 'task' });
  assert.throws(() => parse('tasks', '--two', 'x'), { message: 'Unknown flag --two.' });
  // The spelling that the message suggests also accepts a value that begins with a dash.
  for (const args of [['--one'], ['--one', '--two'], ['--one', '-1']])
    assert.throws(() => parse('tasks', ...args), {
      message: '--one needs a value: --one=<value>.',
    });
  assert.deepEqual({ ...parse('tasks', '--one=-1').values }, { one: '-1' });
});
