import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { freePort } from '#tests/support/free-port.ts';
import { checkRedirect } from './redirect.ts';

const ADDRESS = 'https://notes.example.com';

for (const [behaviour, status, locationOf, expected] of [
  ['a permanent redirect', 301, (path) => `${ADDRESS}${path}`, /^ok .* redirects to https$/],
  ['a redirect that keeps the method', 308, (path) => `${ADDRESS}${path}`, /^ok /],
  ['a temporary redirect', 302, (path) => `${ADDRESS}${path}`, /^note .*: use 301 or 308$/],
  ['another host', 301, (path) => `https://example.com${path}`, /^problem .* "https:\/\/example/],
  ['another path', 301, () => ADDRESS, /^problem .*: let it redirect to https:.*\/login\?from=/],
  ['no redirect', 200, undefined, /^problem .* answers 200: let the reverse proxy redirect it/],
] satisfies [string, number, ((path?: string) => string) | undefined, RegExp][])
  test(`http with ${behaviour} gets the finding that fits`, async (t) => {
    const server = createServer(({ url }, response) => {
      response.writeHead(status, locationOf && { Location: locationOf(url) }).end();
    });
    await once(server.listen(0, 'localhost'), 'listening');
    t.after(() => server.close());
    assert.match(await findingAt((server.address() as AddressInfo).port), expected);
  });

test('a closed port gets a note', async () => {
  assert.match(await findingAt(await freePort()), /^note .* does not answer: open port 80/);
});

async function findingAt(port: number) {
  const [finding] = await checkRedirect(new URL(ADDRESS), `http://localhost:${port}`);
  return `${finding?.state} ${finding?.text}`;
}
