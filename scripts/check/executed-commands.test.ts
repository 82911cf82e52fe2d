import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandsOfImage, commandsOfWorkflow, linesRun, testRuns } from './executed-commands.ts';

const WORKFLOW = `
# node comment
name: node name
jobs:
  all:
    strategy:
      matrix:
        command:
          - node first
          # node second
          - node third -- --quick # node fourth
    steps:
      - run: \${{ matrix.command }}
      - name: node step
        run: |
          node fifth
          # node sixth
      - run: node seventh # node eighth
        if: matrix.command == 'node ninth'
`;

test('a workflow runs its steps and the entries of its matrix, not its comments, names and conditions', () => {
  const commands = commandsOfWorkflow(WORKFLOW);
  for (const name of ['first', 'third', 'fifth', 'seventh'])
    assert.ok(linesRun(commands, [`node ${name}`]), name);
  for (const name of ['comment', 'name', 'second', 'fourth', 'step', 'sixth', 'eighth', 'ninth'])
    assert.ok(!linesRun(commands, [`node ${name}`]), name);
});

test('a workflow does not run the entries of a matrix that no step uses', () => {
  const commands = commandsOfWorkflow(WORKFLOW.replace('matrix.command }}', 'matrix.other }}'));
  assert.ok(!linesRun(commands, ['node first']));
});

test('a command whose name begins with another command’s name is not mistaken for it', () => {
  assert.ok(!linesRun(['npm run test:kit', 'node other/scripts/build.ts'], ['npm run test']));
  assert.ok(!linesRun(['node other/scripts/build.ts'], ['scripts/build/build.ts']));
  assert.ok(linesRun(['sudo env "PATH=$PATH" npm run test'], ['npm run test']));
});

test('an image runs its RUN, CMD and ENTRYPOINT instructions, not its comments and what it copies', () => {
  const commands = commandsOfImage(`
# RUN node comment.ts
COPY copied.ts ./
RUN node first.ts \\
  # node commented.ts
  && node second.ts
CMD ["third.js"]
`);
  for (const program of ['first.ts', 'second.ts', 'third.js'])
    assert.ok(linesRun(commands, [program]), program);
  for (const program of ['comment.ts', 'copied.ts', 'commented.ts'])
    assert.ok(!linesRun(commands, [program]), program);
});

test('a test runs the programs in its strings, not in comments, titles, patterns, sentences or imports', () => {
  const program = ['scripts/add/add.ts', 'npm run add'];
  for (const source of [
    "await kit.run('node', 'scripts/add/add.ts', ...words);",
    "const COMMANDS = { 'npm run add': { args: '' } };",
    "test('a title', () => spawn('node', ['scripts/add/add.ts']));",
  ])
    assert.ok(testRuns(source, program), source);
  for (const source of [
    '// scripts/add/add.ts',
    "/* 'scripts/add/add.ts' */",
    "test('npm run add', () => {});",
    "await t.test('npm run add', () => {});",
    'assert.match(output, /npm run add/);',
    "const text = 'Added while npm run add runs.';",
    "import { add } from 'scripts/add/add.ts';",
  ])
    assert.ok(!testRuns(source, program), source);
});

test('a test runs the programs of a helper function only if it calls the function', () => {
  const helper = `
    export function start() { spawn('node', ['scripts/dev/dev.ts']); }
    export function stop() {}`;
  assert.ok(testRuns('const dev = start();', ['scripts/dev/dev.ts'], [helper]));
  assert.ok(!testRuns('stop();', ['scripts/dev/dev.ts'], [helper]));
  assert.ok(!testRuns('const dev = start();', ['scripts/dev/dev.ts']));
});
