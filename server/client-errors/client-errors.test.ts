import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { startProductionServer, startTestServer } from '#server/testing/harness.ts';
import { createMemoryLog } from '#server/testing/memory-log.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages, fieldMessages } from '#shared/messages.ts';

const report = {
  message: 'TypeError: x is not a function',
  stack: 'at open (https://app.example/assets/a.js:1:20)',
  path: '/notes',
  version: '1.2.3',
};

const { log, lines } = createMemoryLog();
const server = await startTestServer({ log });
after(server.stop);

test('an error of the app is reported once, with its place, version and browser', async () => {
  const body = { ...report, note: 'my diary' };
  assert.deepEqual(
    await server.call(kit.reportClientError, { body, headers: { 'User-Agent': 'Browser/1' } }),
    {},
  );
  const [reported, ...others] = lines
    .map((line) => JSON.parse(line))
    .filter(({ level }) => level >= 50);
  assert.deepEqual(others, []);
  assert.equal(reported.err.message, report.message);
  assert.equal(reported.err.stack, report.stack);
  assert.deepEqual(reported.client, { path: '/notes', version: '1.2.3', user_agent: 'Browser/1' });
  assert.doesNotMatch(lines.join(''), /diary/);
});

test('a report is rejected and not logged if a field is missing, too long or not text', async () => {
  const before = lines.length;
  for (const [field, value] of [
    ['message', undefined],
    ['message', 'x'.repeat(301)],
    ['stack', 'x'.repeat(4001)],
    ['path', { pathname: '/' }],
    ['version', 'x'.repeat(51)],
  ] as const) {
    const body = { ...report, [field]: value };
    const { status, fields } = await server.error(kit.reportClientError, { body });
    assert.deepEqual([status, fields], [400, { [field]: fieldMessages.errorReportInvalid }]);
  }
  const { status } = await server.error(kit.reportClientError, {
    body: { ...report, stack: 'x'.repeat(100_000) },
  });
  assert.equal(status, 413);
  assert.doesNotMatch(lines.slice(before).join(''), /"err"/);
});

test('an address may send 60 reports an hour', async (t) => {
  const production = await startProductionServer();
  t.after(production.stop);
  for (let count = 0; count < 60; count++)
    await production.call(kit.reportClientError, { body: report });
  const { status, error, headers } = await production.error(kit.reportClientError, {
    body: report,
  });
  assert.deepEqual([status, error], [429, apiMessages.tooManyRequests]);
  assert.ok(Number(headers.get('Retry-After')) > 0);
});
