import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { linkIn, startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { createMemoryLog } from '#server/testing/memory-log.ts';
import { pictureUpload } from '#server/testing/pictures.ts';
import { kit } from '#shared/endpoints.ts';

const { log, lines } = createMemoryLog();
const server = await startTestServer({ log });
after(server.stop);

test('each request is logged as one line with id, method, path, status and time', async () => {
  const before = lines.length;
  const { headers } = await server.send(kit.health);
  const [line, ...others] = lines.slice(before).map((text) => JSON.parse(text));
  assert.equal(others.length, 0);
  const { request_id, method, path, status, ms } = line;
  assert.equal(request_id, headers.get('x-request-id'));
  assert.deepEqual([method, path, status, typeof ms], ['GET', '/api/health', 200, 'number']);
});

test('a long path is cut off in the log', async () => {
  const before = lines.length;
  await fetch(`${server.url}/api/${'x'.repeat(5000)}`);
  const [line] = lines.slice(before).map((text) => JSON.parse(text));
  assert.equal(line.path.length, 200);
});

test('no password, token, signature or user text is logged', async () => {
  const ada = await server.signUpByEmail();
  await server.error(kit.login, { body: { email: ada.email, password: 'a wrong secret' } });
  const { filePath } = await ada.call(kit.upload, { body: await pictureUpload() });
  const { url } = await ada.call(kit.signFile, { params: { path: filePath } });
  await fetch(server.url + url);
  await ada.call(testItems.create, { body: { text: 'my diary' } });
  await fetch(`${server.url}/api/auth/me?token=${ada.token}`);
  await server.call(kit.resetPassword, { body: { email: ada.email } });
  const { access_token, fragment } = linkIn(await server.emailTo(ada.email));
  await server.as(access_token).call(kit.updatePassword, { body: { password: 'a new secret' } });
  await ada.error(kit.me);
  await server.waitForMail();

  const written = lines.join('');
  const secrets = [
    ada.token,
    ada.password,
    'a wrong secret',
    'a new secret',
    'diary',
    access_token,
    fragment.get('refresh_token') ?? '',
    new URLSearchParams(url.split('?')[1]).get('signature') ?? '',
    'Bearer',
  ];
  for (const secret of secrets) assert.ok(!written.includes(secret), secret);
});

test('an unexpected error gets a general message, and its cause is logged with the same request id', async () => {
  const ada = await server.signUp();
  await server.query.schema.alterTable('items').renameTo('elsewhere').execute();
  const body = JSON.stringify({ text: 'my diary' });
  const response = await fetch(`${server.url}/api/items`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${ada.token}`, 'Content-Type': 'application/json' },
    body,
  });
  await server.query.schema
    .alterTable('elsewhere' as 'items')
    .renameTo('items')
    .execute();
  assert.equal(response.status, 500);
  assert.deepEqual(await response.json(), {
    success: false,
    error: 'An unexpected error occurred. Please try again.',
  });
  const id = response.headers.get('x-request-id');
  const failure = lines
    .map((line) => JSON.parse(line))
    .find((line) => line.request_id === id && line.err);
  assert.match(failure.err.message, /items/);
  assert.match(failure.err.statement, /^insert into "items"/);
  assert.ok(!lines.join('').includes('diary'));
  await ada.call(testItems.list);
});
