import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { demoAccounts } from '#server/demo/content.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { kit } from '#shared/endpoints.ts';
import { notes } from '../contract.ts';
import { notesServer } from '../server.ts';
import { demoNotes } from './demo.ts';

const server = await startTestServer({ features: [notesServer] });
after(server.stop);

test('each demo account gets a few notes in order, two of them with photos', async () => {
  await seedDemo(server.running);
  const photos: string[] = [];
  for (const { email, password } of demoAccounts) {
    const { user, token } = await server.call(kit.login, { body: { email, password } });
    const { notes: seeded } = await server.as(token).call(notes.list);
    assert.deepEqual(
      seeded.map(({ title }) => title).toReversed(),
      demoNotes[user.user_type].map(({ title }) => title),
    );
    assert.ok(seeded.length >= 2 && seeded.length <= 6);
    photos.push(...seeded.flatMap(({ photo_path }) => photo_path ?? []));
  }
  assert.equal(photos.length, 2);
  for (const path of photos) assert.ok(await server.running.blobs.get(path));
});
