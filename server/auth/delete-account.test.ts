import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { after, test } from 'node:test';
import { app } from '#app';
import { startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';
import { waitFor } from '#tests/support/wait-for.ts';

const server = await startTestServer();
after(server.stop);

test('deleting an account deletes its items, photos, sessions and links and sends an email', async () => {
  const ada = await server.signUp();
  const bob = await server.signUp();
  const { filePath } = await ada.call(kit.upload, { body: await pictureUpload() });
  const item = { text: 'x' };
  await ada.call(testItems.create, { body: { ...item, photo_path: filePath } });
  await ada.call(kit.readFile, { params: { path: filePath }, query: { w: '320' } });
  const kept = await ada.call(kit.upload, { body: await pictureUpload() });
  const deleted = await ada.call(testItems.create, {
    body: { text: 'y', photo_path: kept.filePath },
  });
  await ada.call(testItems.remove, { params: { id: deleted.item.id } });
  await ada.call(kit.upload, { body: await pictureUpload() });
  await bob.call(testItems.create, { body: item });
  await server.call(kit.resetPassword, { body: { email: ada.email } });
  await server.waitForMail();

  await ada.call(kit.deleteAccount, { body: { password: ada.password } });

  assert.equal((await ada.error(kit.me)).status, 401);
  const credentials = { email: ada.email, password: ada.password };
  assert.equal((await server.error(kit.login, { body: credentials })).status, 401);
  for (const table of ['users', 'items', 'sessions'] as const)
    assert.equal(await server.count(table), 1, table);
  for (const table of ['files', 'account_tokens', 'deletions'] as const)
    assert.ok((await server.everyRow(table)).every(({ user_id }) => user_id === bob.user.id));
  await waitFor('the photos are gone', async () => (await server.storedFiles()).length === 0);
  assert.equal(await server.count('removed_blobs'), 0);
  const { subject, text } = await server.emailTo(ada.email);
  assert.equal(subject, `Your ${app.name} account was deleted`);
  assert.match(text, /everything in it/);
  await bob.call(kit.me);
});

test('a wrong or missing password deletes nothing', async () => {
  const ada = await server.signUp();
  for (const [password, message] of [
    ['not my password', 'This is not your password'],
    ['', 'Password is required'],
    [undefined, 'Password is required'],
    [null, 'Password is required'],
  ]) {
    const failed = await ada.error(kit.deleteAccount, { body: { password } });
    assert.deepEqual([failed.status, failed.fields], [400, { password: message }]);
  }
  await ada.call(kit.me);
});

test('deleting an account requires a session', async () => {
  const { password } = await server.signUp();
  const before = await server.count('users');
  assert.equal((await server.error(kit.deleteAccount, { body: { password } })).status, 401);
  assert.equal(await server.count('users'), before);
});

test('two concurrent deletions of an account both get a response, and one email is sent', async () => {
  const ada = await server.signUp();
  const before = await server.count('users');
  const once = () => ada.send(kit.deleteAccount, { body: { password: ada.password } });
  const statuses = (await Promise.all([once(), once()])).map(({ status }) => status);
  assert.ok(statuses.includes(200), String(statuses));
  for (const status of statuses) assert.ok([200, 400, 401, 404].includes(status), String(status));
  assert.equal(await server.count('users'), before - 1);
  assert.equal((await server.emailsTo(ada.email)).filter(isGoodbye).length, 1);
});

test('the address of a deleted account can sign up again and starts empty', async () => {
  const ada = await server.signUp();
  await ada.call(testItems.create, { body: { text: 'x' } });
  await ada.call(kit.deleteAccount, { body: { password: ada.password } });
  const again = await server.signUpByEmail({ email: ada.email });
  assert.notEqual(again.user.id, ada.user.id);
  assert.deepEqual((await again.call(testItems.list)).items, []);
});

test('a request that began before its account was deleted gets 401, and stores nothing', async () => {
  const item = {
    id: randomUUID(),
    title: '',
    text: 'x',
    photo_path: null,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  };
  const bodies = {
    '/api/auth/update-profile': { first_name: 'Ada', last_name: 'Gone' },
    '/api/items': { text: 'x' },
    '/api/import': { id: randomUUID(), part: 0, entity: 'items', items: [item] },
  };
  for (const [path, body] of Object.entries(bodies)) {
    const ada = await server.signUp();
    const bytes = JSON.stringify(body);
    const begun = request(`${server.url}${path}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${ada.token}`,
        'Content-Type': 'application/json',
        'Content-Length': bytes.length,
      },
    });
    const answered = once(begun, 'response') as Promise<[IncomingMessage]>;
    begun.write(bytes.slice(0, 1));
    // By now the first request's session was checked, because that happens before its body is read.
    await ada.call(kit.me);
    await ada.call(kit.deleteAccount, { body: { password: ada.password } });
    begun.end(bytes.slice(1));
    const [response] = await answered;
    assert.equal(response.statusCode, 401, path);
    response.resume();
  }
  assert.equal(await server.count('imports'), 0);
});

const isGoodbye = ({ subject }: { subject: string }) => subject.includes('deleted');
