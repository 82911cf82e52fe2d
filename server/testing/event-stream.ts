import assert from 'node:assert/strict';
import { waitFor } from '#tests/support/wait-for.ts';
import type { TestServer } from './harness.ts';

export function requestStream(
  { url }: Pick<TestServer, 'url'>,
  token: string,
  signal?: AbortSignal,
) {
  return fetch(`${url}/api/changes/stream`, {
    headers: { Authorization: `Bearer ${token}` },
    signal: signal ?? null,
  });
}

/** Opens a stream and collects the numbers it sends. */
export async function openStream(server: Pick<TestServer, 'url'>, { token }: { token: string }) {
  const closing = new AbortController();
  const response = await requestStream(server, token, closing.signal);
  assert.equal(response.status, 200);
  const numbers: number[] = [];
  let text = '';
  let ended = false;
  const reading = (async () => {
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      numbers.splice(
        0,
        numbers.length,
        ...[...text.matchAll(/^data: (\d+)$/gm)].map(([, n]) => Number(n)),
      );
    }
  })()
    .catch(() => {})
    .finally(() => {
      ended = true;
    });
  return {
    headers: response.headers,
    numbers,
    receives: (number: number) =>
      waitFor(`the stream sends ${number}`, async () => numbers.includes(number)),
    ends: () => waitFor('the stream ends', async () => ended),
    async [Symbol.asyncDispose]() {
      closing.abort();
      await reading;
    },
  };
}
