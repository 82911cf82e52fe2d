import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { after, test } from 'node:test';
import { startTestServer } from '#server/testing/harness.ts';
import { asForm, noisePng } from '#server/testing/pictures.ts';
import { startUpload } from '#server/testing/start-upload.ts';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const server = await startTestServer({ env: { MAX_UPLOADS_AT_ONCE_PER_USER: '100' } });
after(server.stop);

/** Together more than the 256 MB that all uploads may hold. */
const SLOW_UPLOADS = 20;
const SLOW_BYTES = 13.8e6;

test('slow uploads of one user that fill the memory do not keep others from uploading', async (t) => {
  const [ada, bob] = [await server.signUp(), await server.signUp()];
  // So that none is ended because it stalls.
  t.mock.timers.enable({ apis: ['setInterval'] });
  const beginning = `{"base64Data":"${'A'.repeat(SLOW_BYTES)}`;
  const responses = new Map<ClientRequest, number | undefined>();
  const slow = Array.from({ length: SLOW_UPLOADS }, () =>
    startUpload(server.port, ada.token, beginning),
  );
  t.after(() => slow.forEach((upload) => void upload.destroy()));
  for (const upload of slow)
    upload.on('response', ({ statusCode }: IncomingMessage) => responses.set(upload, statusCode));
  await waitFor('the memory is full', () => responses.size > 0);

  await bob.call(kit.upload, { body: asForm(await noisePng(1800, 1800)) });
  assert.deepEqual([...new Set(responses.values())], [503]);
  assert.ok(responses.size < 5, 'no more uploads are ended than needed');

  const waiting = slow.find((upload) => !responses.has(upload)) as ClientRequest;
  waiting.end('"}');
  const [{ statusCode }] = await once(waiting, 'response');
  assert.equal(statusCode, 415, 'the others go on');
});
