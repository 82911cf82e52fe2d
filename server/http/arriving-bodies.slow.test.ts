import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { IMPORT_BODY_MAX_BYTES } from '#shared/export.ts';
import { waitFor } from '#tests/support/wait-for.ts';
import { ARRIVING_MAX_BYTES } from './arriving-bodies.ts';

const server = await startTestServer({ env: { TRUST_PROXY: '1' } });
after(server.stop);

const BODY = Buffer.alloc(IMPORT_BODY_MAX_BYTES - 1, ' ');

test('arriving bodies take limited memory, and only bodies of the address with the most are aborted', async (t) => {
  const { token } = await server.signUp();
  const phone = await send('203.0.113.1');
  const count = Math.floor(ARRIVING_MAX_BYTES / BODY.length);
  const others: Sending[] = [];
  for (let number = 0; number < count; number++) others.push(await send('203.0.113.2'));
  const [oldest, ...rest] = others as [Sending, ...Sending[]];
  await waitFor('the oldest is ended', () => oldest.response !== undefined);
  assert.equal(oldest.response?.statusCode, 503);
  assert.ok(oldest.response?.headers['retry-after']);
  assert.equal(JSON.parse(await text(oldest.response as IncomingMessage)).success, false);
  for (const one of [phone, ...rest]) assert.equal(one.response, undefined);

  type Sending = { response?: IncomingMessage };

  /** Sends a body from an address, except its last byte. Resolves when it was sent. */
  async function send(address: string) {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': IMPORT_BODY_MAX_BYTES,
      'x-forwarded-for': address,
    };
    const sending: Sending = {};
    const options = { port: server.port, path: '/api/import', method: 'POST', headers };
    const outgoing = request(options, (response) => Object.assign(sending, { response }));
    outgoing.on('error', () => {});
    t.after(() => outgoing.destroy());
    if (!outgoing.write(BODY)) await once(outgoing, 'drain');
    return sending;
  }
});
