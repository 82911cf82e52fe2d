import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browserPattern, extrasFor, filesAfterChange, testFiles } from './selection.ts';
import { SUITES, type Suite } from './suites.ts';

const suitesFor = (...changed: string[]) => [
  ...new Set(extrasFor(changed).map(({ suite }) => suite)),
];

test('without changes, every suite except the copies of the kit is run, without slow tests', () => {
  for (const suite of Object.keys(SUITES) as Suite[]) {
    const files = filesAfterChange(suite, [], []);
    assert.equal(files.length > 0, suite !== 'kit', suite);
    assert.deepEqual(
      files.filter((file) => file.endsWith('.slow.test.ts')),
      [],
    );
  }
  assert.equal(browserPattern([], []), '@smoke');
});

test('a change of a command for products runs the copies of the kit, a change of a screen does not', () => {
  for (const file of ['scripts/add/feature-files.ts', 'docs/recipes/push.md', 'features/client.ts'])
    assert.ok(suitesFor(file).includes('kit'), file);
  for (const file of ['client/account/login.tsx', 'client/admin/people.tsx'])
    assert.deepEqual(suitesFor(file), ['browser'], file);
});

test('a change runs the slow tests of its folder, and no others', () => {
  const files = filesAfterChange('sqlite', extrasFor(['server/auth/sign-in.ts']), []);
  const slow = files.filter((file) => file.endsWith('.slow.test.ts'));
  assert.ok(slow.length > 0);
  for (const file of slow) assert.match(file, /^server\/auth\//);
});

test('a change of syncing runs the simulator with more seeds, PostgreSQL and the browser', () => {
  for (const file of ['server/sync/changes.ts', 'client/sync/sender.ts']) {
    const extras = extrasFor([file]);
    assert.ok(
      filesAfterChange('sqlite', extras, []).includes('tests/simulator/simulator.slow.test.ts'),
    );
    assert.ok(suitesFor(file).includes('browser'));
  }
  const onPostgres = filesAfterChange('postgres', extrasFor(['server/sync/changes.ts']), []);
  assert.deepEqual(onPostgres, testFiles('postgres'));
});

test('a changed test runs itself, on every engine', () => {
  const changed = ['server/mail/give-up.slow.test.ts', 'tests/e2e/items/undo.spec.ts'];
  for (const suite of ['sqlite', 'postgres'] as const)
    assert.ok(filesAfterChange(suite, [], changed).includes('server/mail/give-up.slow.test.ts'));
  assert.equal(browserPattern([], changed), String.raw`@smoke|tests\/e2e\/items\/undo\.spec\.ts`);
});

test('a file that no row covers adds no tests', () => {
  assert.deepEqual(suitesFor('LICENSE', 'no/such/file.ts'), []);
});
