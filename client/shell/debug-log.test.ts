import assert from 'node:assert/strict';
import { after, before, beforeEach, mock, test } from 'node:test';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import { captureConsole, debugLog, LOG_LEVELS } from './debug-log.ts';

let browser: ReturnType<typeof installFakeBrowser>;
const printed = mock.fn();

before(() => {
  browser = installFakeBrowser();
  for (const level of LOG_LEVELS) mock.method(console, level, printed);
  captureConsole();
});
beforeEach(() => {
  debugLog.clear();
  printed.mock.resetCalls();
});
after(() => mock.restoreAll());

const recorded = () => debugLog.entries().map(({ level, values }) => [level, ...values]);

test('every level is recorded with its values, and still printed', () => {
  for (const level of LOG_LEVELS) console[level](`as ${level}`, { sheets: 3 });
  assert.deepEqual(
    recorded(),
    LOG_LEVELS.map((level) => [level, `as ${level}`, { sheets: 3 }]),
  );
  assert.equal(printed.mock.callCount(), LOG_LEVELS.length);
});

test('errors that nobody caught are recorded', () => {
  const error = new Error('nobody caught this');
  const { events } = browser;
  events.dispatchEvent(Object.assign(new Event('error'), { error }));
  events.dispatchEvent(
    Object.assign(new Event('error'), { error: null, message: 'Script error.' }),
  );
  events.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: error }));
  assert.deepEqual(recorded(), [
    ['error', error],
    ['error', 'Script error.'],
    ['error', error],
  ]);
});

test('the newest 500 entries are kept', () => {
  for (let count = 1; count <= 502; count++) console.log(count);
  const values = debugLog.entries().flatMap((entry) => entry.values);
  assert.equal(values.length, 500);
  assert.deepEqual([values[0], values.at(-1)], [3, 502]);
});

test('no two entries have the same id', () => {
  console.log('one');
  console.log('one');
  const [first, second] = debugLog.entries();
  assert.notEqual(first?.id, second?.id);
});

test('listeners are called after the code that logged, because that may be a render', async () => {
  const listener = mock.fn();
  const unsubscribe = debugLog.subscribe(listener);
  console.log('while rendering');
  assert.equal(listener.mock.callCount(), 0);
  await Promise.resolve();
  assert.equal(listener.mock.callCount(), 1);
  unsubscribe();
  console.log('again');
  await Promise.resolve();
  assert.equal(listener.mock.callCount(), 1);
});
