import assert from 'node:assert/strict';
import { closeSync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { copyKit } from '#tests/support/kit-copy.ts';
import type { ServerProcess } from '#tests/support/server-process.ts';
import { waitFor } from '#tests/support/wait-for.ts';

// A log line contains the first 200 characters of the path: these fill a pipe and the log's buffer.
const LONG_PATH = `/api/${'x'.repeat(200)}`;
const FILLS_PIPE = 300;
const FILLS_BUFFER = 4000;
const AT_ONCE = 20;

const kit = copyKit();
after(kit.remove);

test('a full disk loses log lines but does not end the process or block its stop', {
  skip: process.platform === 'linux' ? false : 'writes to /dev/full, which only Linux has',
}, async (t) => {
  const full = openSync('/dev/full', 'w');
  const server = await start('full-disk', full);
  closeSync(full);
  t.after(() => server.child.kill('SIGKILL'));
  await request(server, FILLS_PIPE);
  server.child.kill('SIGTERM');
  assert.equal((await server.ended).code, 0);
});

test('lines of a log that nobody reads are dropped and counted', async (t) => {
  const server = await start('stopped-reader', 'pipe');
  t.after(() => server.child.kill('SIGKILL'));
  await request(server, FILLS_BUFFER);

  const { stdout } = server.child;
  assert.ok(stdout);
  let printed = '';
  stdout.setEncoding('utf8').on('data', (chunk) => {
    printed += chunk;
  });
  const dropped = () => /"dropped":(\d+)/.exec(printed)?.[1];
  await waitFor('the log contains how many lines were dropped', () => dropped() !== undefined);
  assert.ok(Number(dropped()) > 0);
  const lines = printed.trimEnd().split('\n');
  for (const line of lines.slice(
    lines.findIndex((line) => line.startsWith('{')),
    -1,
  ))
    JSON.parse(line);
  server.child.kill('SIGTERM');
  assert.equal((await server.ended).code, 0);
});

test('a log that nobody reads does not delay the stop', async (t) => {
  const server = await start('never-read', 'pipe');
  t.after(() => server.child.kill('SIGKILL'));
  await request(server, FILLS_PIPE);
  server.child.kill('SIGTERM');
  assert.equal((await server.ended).code, 0);
});

async function start(name: string, stdout: 'pipe' | number) {
  const data = join(kit.folder, name);
  await mkdir(data);
  const server = await kit.start({ DATA_DIR: data }, { stdout });
  await server.listening();
  return server;
}

/** Sends requests, each of which writes a log line. */
async function request({ url }: ServerProcess, count: number) {
  for (let done = 0; done < count; done += AT_ONCE)
    await Promise.all(
      Array.from({ length: Math.min(AT_ONCE, count - done) }, async () => {
        const response = await fetch(url + LONG_PATH);
        assert.equal(response.status, 404);
        await response.text();
      }),
    );
}
