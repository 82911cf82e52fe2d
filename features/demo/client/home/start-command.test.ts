import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startCommand } from './start-command.ts';

test('the command clones the source, enters its folder and starts the kit', () => {
  for (const url of [
    'https://git.example.com/people/kit',
    'https://git.example.com/people/kit.git',
    'https://git.example.com/people/kit/',
  ])
    assert.equal(startCommand(url), `git clone ${url} && cd kit && npm start`);
});

test('without a source address the command only starts the kit', () => {
  assert.equal(startCommand(undefined), 'npm start');
});
