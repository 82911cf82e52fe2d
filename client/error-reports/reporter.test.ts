import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '#client/api-client/api-error.ts';
import type { ClientError } from '#shared/client-errors.ts';
import { createReporter } from './reporter.ts';

test('a report contains the message, the frames of the stack, the path and the version', async () => {
  const { report, sent } = record();
  const error = new TypeError("Cannot read properties of undefined (reading 'id')");
  error.stack = `${error}\n    at open (https://app.example/assets/a.js:1:20)\n    at async https://app.example/assets/b.js:3:4`;
  await report(error);
  assert.deepEqual(sent, [
    {
      message: "TypeError: Cannot read properties of undefined (reading 'id')",
      stack:
        'at open (https://app.example/assets/a.js:1:20)\nat async https://app.example/assets/b.js:3:4',
      path: '/notes',
      version: '1.2.3',
    },
  ]);
});

test('the frames of Firefox and Safari are kept', async () => {
  const { report, sent } = record();
  const frames = 'open@https://app.example/assets/a.js:1:20\n@https://app.example/assets/b.js:3:4';
  await report(Object.assign(new Error('broken'), { stack: `${frames}\n` }));
  assert.equal(sent[0]?.stack, frames);
});

test('the same error is sent once, and at most five are sent', async () => {
  const { report, sent } = record();
  const error = new Error('broken');
  await report(error);
  await report(error);
  assert.equal(sent.length, 1);
  for (let count = 0; count < 10; count++) await report(new Error(`broken ${count}`));
  assert.equal(sent.length, 5);
});

test("the user's text, addresses and tokens are removed from the message and the stack", async () => {
  for (const [message, expected] of [
    [
      `Unexpected token 'm', "{"text":"my diary" is not valid JSON`,
      `Unexpected token 'm', "…" is not valid JSON`,
    ],
    ['Unexpected identifier "my diary', 'Unexpected identifier "…"'],
    ["'#my diary' is not a valid selector", "'…' is not a valid selector"],
    ['no account my-diary@example.com', 'no account …'],
    [
      'cannot load https://app.example/confirm#access_token=my-diary',
      'cannot load https://app.example/confirm',
    ],
    [`wrong token ${'my-diary'.repeat(5)}`, 'wrong token …'],
  ] as const) {
    const { report, sent } = record();
    await report(new Error(message));
    assert.equal(sent[0]?.message, `Error: ${expected}`);
    assert.doesNotMatch(sent[0]?.stack ?? '', /diary/, message);
    assert.match(sent[0]?.stack ?? '', /reporter\.test\.ts:\d+:\d+/);
  }
});

test('message lines are not mistaken for stack frames', async () => {
  const { report, sent } = record();
  await report(new Error('broken\nat home I wrote my diary'));
  assert.doesNotMatch(sent[0]?.stack ?? '', /diary/);
});

test('only the status of a failed call is sent', async () => {
  const { report, sent } = record();
  await report(new ApiError({ error: 'my diary', status: 409 }, '409: my diary'));
  assert.equal(sent[0]?.message, 'ApiError: status 409');
});

test('a thrown value that is not an error is sent without its content', async () => {
  const { report, sent } = record();
  await report({ text: 'my diary' });
  await report('not "my diary"');
  await report(undefined);
  assert.deepEqual(
    sent.map(({ message, stack }) => [message, stack]),
    [
      ['Not an error: object', ''],
      ['Not an error: not "…"', ''],
      ['Not an error: undefined', ''],
    ],
  );
});

test('each field is cut to its maximum length', async () => {
  const { report, sent } = record('/x'.repeat(1000));
  const frame = 'at open (https://app.example/assets/a.js:1:20)\n';
  await report(
    Object.assign(new Error('no way '.repeat(100_000)), { stack: frame.repeat(100_000) }),
  );
  const { message = '', stack = '', path = '' } = sent[0] ?? {};
  assert.deepEqual([message.length, stack.length, path.length], [300, 4000, 200]);
});

function record(path = '/notes') {
  const sent: ClientError[] = [];
  const report = createReporter({
    version: '1.2.3',
    path: () => path,
    send: async (error) => void sent.push(error),
  });
  return { report, sent };
}
