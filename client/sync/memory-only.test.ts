import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clearSessionOf, signIn, signOut } from '#client/session/session.ts';
import { ada } from '#client/testing/ada.ts';
import { installFakeBrowser } from '#client/testing/fake-browser.ts';
import { localDatabase } from './current-sync.ts';
import { countUnsent } from './unsent.ts';

installFakeBrowser();

test('without a database, unsent changes survive an expired session but not a sign-out', async () => {
  const database = (await localDatabase()).forUser(ada.id);
  const time = '2026-01-01T00:00:00.000Z';
  await database.write(['outbox'], ({ put }) =>
    put('outbox', {
      entity: 'tasks',
      id: 'one',
      createdAt: time,
      editedAt: time,
      changeId: 'first',
      change: { kind: 'delete' },
    }),
  );
  signIn('first', ada);
  clearSessionOf(ada.email);
  assert.deepEqual(await countUnsent(ada.id), { changes: 1, drafts: 0 });
  signIn('second', ada);
  signOut();
  assert.deepEqual(await countUnsent(ada.id), { changes: 0, drafts: 0 });
});
