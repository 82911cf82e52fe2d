import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { silentLog } from '#server/log/log.ts';
import { startServer } from '#server/process/server.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { testItemsServer } from '#server/testing/items/feature.ts';
import { asForm, noisePng } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';

const server = await startTestServer();
after(server.stop);
const ROUNDS = 3;

test('uploads with one id at once store one photo and all get its path', async () => {
  const ada = await server.signUp();
  for (let round = 1; round <= ROUNDS; round++) {
    const [id, photo] = [randomUUID(), await noisePng(200, 100)];
    const upload = () => ada.call(kit.upload, { query: { id }, body: asForm(photo) });
    const answers = await Promise.all([upload(), upload(), upload()]);
    const paths = new Set(answers.map(({ filePath }) => filePath));
    assert.equal(paths.size, 1);
    for (const path of paths) await ada.call(kit.readFile, { params: { path } });
    assert.equal((await server.rowsOf(ada.user.id, ['files'])).length, round);
  }
});

test('uploads with one id on two processes at once get the path of one photo that stays', async (t) => {
  const ada = await server.signUp();
  const other = await startServer(server.config, silentLog, {
    features: [testItemsServer],
    site: server.site,
  });
  t.after(other.stop);
  for (let round = 0; round < ROUNDS; round++) {
    const [id, photo] = [randomUUID(), await noisePng(200, 100)];
    const paths = new Set(
      await Promise.all(
        [server.running, other].map(({ files }) => files.add(ada.user.id, photo, id)),
      ),
    );
    assert.equal(paths.size, 1);
    await server.waitForSweep();
    for (const path of paths) await ada.call(kit.readFile, { params: { path } });
  }
  assert.equal((await server.rowsOf(ada.user.id, ['files'])).length, ROUNDS);
});

test('a repeated upload gets the path of the first and is not decoded again', async () => {
  const ada = await server.signUp();
  const { files } = server.running;
  const id = randomUUID();
  const path = await files.add(ada.user.id, await noisePng(200, 100), id);
  assert.equal(await files.add(ada.user.id, Buffer.from('no picture'), id), path);
  await ada.call(kit.readFile, { params: { path } });
});

test('an upload whose bytes are gone is stored again', async () => {
  const ada = await server.signUp();
  const [id, photo] = [randomUUID(), await noisePng(200, 100)];
  const upload = () => ada.call(kit.upload, { query: { id }, body: asForm(photo) });
  const { filePath } = await upload();
  await server.running.blobs.remove(filePath);
  const repeated = await upload();
  await ada.call(kit.readFile, { params: { path: repeated.filePath } });
  assert.deepEqual(await upload(), repeated);
});
