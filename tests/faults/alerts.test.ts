import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { lacksPrograms } from '#tests/support/find-program.ts';

test('each alert fires because of its problem, and only then', {
  skip: lacksPrograms('promtool'),
}, () => {
  execFileSync('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yml']);
});
