import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { demoAccounts } from '#server/demo/content.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { demoNotes } from './demo.ts';
import { notes } from './feature.ts';

const server = await startTestServer({ features: [notes] });
after(server.stop);

test('each demo account gets a few notes in order, two of them with photos', async () => {
  await seedDemo(server.running);
  const photos: string[] = [];
  for (const { email, password } of demoAccounts) {
    const { user, token } = await server.call('login', { body: { email, password } });
    const { notes } = await server.as(token).call('listNotes');
    assert.deepEqual(
      notes.map(({ title }) => title).toReversed(),
      demoNotes[user.user_type].map(({ title }) => title),
    );
    assert.ok(notes.length >= 2 && notes.length <= 6);
    photos.push(...notes.flatMap(({ photo_path }) => photo_path ?? []));
  }
  assert.equal(photos.length, 2);
  for (const path of photos) assert.ok(await server.running.blobs.get(path));
});
