import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { newPerson, startTestServer } from '#server/testing/harness.ts';
import { testItems } from '#server/testing/items/contract.ts';
import { asForm, picture, pictureUpload } from '#server/testing/pictures.ts';
import { sendRawRequest } from '#server/testing/raw-http.ts';
import { kit } from '#shared/endpoints.ts';
import { apiMessages } from '#shared/messages.ts';

const server = await startTestServer();
after(server.stop);
const ada = await server.signUp();

const JSON_TYPE = { 'Content-Type': 'application/json' };
const MB = 1024 * 1024;

test('a compressed body gets 415', async () => {
  const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip' };
  const body = JSON.stringify({ first_name: 'Ada', last_name: 'Byron' });
  assert.equal((await ada.error(kit.updateProfile, { headers, body })).status, 415);
});

test('bodies with prototype keys, 10,000 levels, duplicate keys or no JSON object get 400', async () => {
  const account = newPerson();
  const plain = JSON.stringify(account).slice(1, -1);
  const bodies = {
    __proto__: `{${plain},"__proto__":{"user_type":"admin"}}`,
    'escaped __proto__': `{${plain},"\\u005f_proto__":{"user_type":"admin"}}`,
    'constructor.prototype': `{${plain},"constructor":{"prototype":{"user_type":"admin"}}}`,
    'nested __proto__': `{${plain},"x":[{"__proto__":1}]}`,
    '10,000 arrays deep': `{${plain},"x":${'['.repeat(10_000)}${']'.repeat(10_000)}}`,
    '10,000 objects deep': `{${plain},"x":${'{"x":'.repeat(10_000)}1${'}'.repeat(10_000)}}`,
    'the same key twice': `{${plain},"email":"second@example.com"}`,
    'the same key twice, escaped': `{${plain},"\\u0065mail":"second@example.com"}`,
    'the same key twice further in': `{${plain},"x":{"y":1,"y":2}}`,
    empty: '',
    'only space': '  \n',
    null: 'null',
    'an array': `[{${plain}}]`,
    'a string': '"text"',
    'a number': '7',
    'cut off': `{${plain}`,
    'more than one': `{${plain}}{}`,
    'a comment': `{${plain}}//`,
    'a trailing comma': `{${plain},}`,
    NaN: `{${plain},"x":NaN}`,
  };
  const before = await server.count('users');
  for (const [what, body] of Object.entries(bodies)) {
    const { status, error } = await server.error(kit.register, { body, headers: JSON_TYPE });
    assert.deepEqual([status, error], [400, apiMessages.bodyUnreadable], what);
  }
  const brokenText = Buffer.concat([
    Buffer.from(`{${plain},"x":"`),
    Buffer.from([0xff]),
    Buffer.from('"}'),
  ]);
  assert.equal(
    (await server.error(kit.register, { body: brokenText, headers: JSON_TYPE })).status,
    400,
  );
  assert.equal(await server.count('users'), before);
  assert.equal(({} as { user_type?: string }).user_type, undefined);
});

test('an upload with a million levels gets 400 and does not end the process', async () => {
  const body = `{"base64Data":${'['.repeat(MB)}${']'.repeat(MB)}}`;
  assert.equal((await ada.error(kit.upload, { body, headers: JSON_TYPE })).status, 400);
  await ada.call(kit.me);
});

test('an upload with a hundred thousand additional keys or values gets 400 before it is parsed', async () => {
  const { base64Data } = await pictureUpload();
  const keys = Array.from({ length: 100_000 }, (_, number) => `"k${number}":1`);
  const bodies = {
    keys: `{"base64Data":"${base64Data}",${keys.join(',')}}`,
    values: `{"base64Data":"${base64Data}","x":[${'1,'.repeat(100_000)}1]}`,
  };
  for (const [what, body] of Object.entries(bodies)) {
    const { status, error } = await ada.error(kit.upload, { body, headers: JSON_TYPE });
    assert.deepEqual([status, error], [400, apiMessages.bodyUnreadable], what);
  }
  assert.deepEqual(await server.storedFiles(), []);
});

test('an upload with millions of backslashes gets 400 before it is parsed, and escaped slashes are accepted', async () => {
  const escapes = ['\\\\', '\\"', '\\u0041', '\\/'];
  for (const sequence of escapes) {
    const body = `{"base64Data":"${sequence.repeat(2e6)}"}`;
    const { status, error } = await ada.error(kit.upload, { body, headers: JSON_TYPE });
    assert.deepEqual([status, error], [400, apiMessages.bodyUnreadable], sequence);
  }
  const body = JSON.stringify(await pictureUpload('jpeg')).replaceAll('/', '\\/');
  assert.ok((await ada.send(kit.upload, { body, headers: JSON_TYPE })).ok);
});

test('an upload with unknown fields is accepted', async () => {
  const unknown = Array.from({ length: 500 }, (_, number) => [`k${number}`, `"${number}"`]);
  await ada.call(kit.upload, {
    body: { ...Object.fromEntries(unknown), ...(await pictureUpload()) },
  });
});

test('a form with thousands of additional parts gets 400, and its file is not stored', async () => {
  const before = await server.storedFiles();
  const form = asForm(await picture());
  for (let part = 0; part < 3000; part++) form.append('x', 'x');
  assert.equal((await ada.error(kit.upload, { body: form })).status, 400);
  assert.deepEqual(await server.storedFiles(), before);
});

test('a form may have a few other parts, and overlong part headers are ignored', async () => {
  const form = asForm(await picture());
  form.append('item', 'x');
  await ada.call(kit.upload, { body: form });
  const photo = (await picture()).toString('latin1');
  const part = (header: string) =>
    `--x\r\nContent-Disposition: form-data; ${header}name="file"; filename="x"\r\n\r\n${photo}\r\n--x--\r\n`;
  const headers = { 'Content-Type': 'multipart/form-data; boundary=x' };
  const asBytes = (text: string) => Buffer.from(text, 'latin1');
  assert.ok((await ada.send(kit.upload, { body: asBytes(part('')), headers })).ok);
  const long = asBytes(part('a=b; '.repeat(100_000)));
  assert.equal((await ada.error(kit.upload, { body: long, headers })).status, 400);
});

test('similar keys, and quotes inside text, do not count as duplicate keys', async () => {
  const { item } = await ada.call(testItems.create, {
    body: {
      text: '"text": "\\" {"a":1,"a":2} \\',
      Text: 'x',
      nested: { text: 'x' },
    },
  });
  assert.equal(item.text, '"text": "\\" {"a":1,"a":2} \\');
});

test('text/plain, forms and bodies without a type get 415', async () => {
  const body = JSON.stringify(newPerson());
  const before = await server.count('users');
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'multipart/form-data; boundary=x',
    'text/json',
  ];
  for (const type of types) {
    const headers = { 'Content-Type': type };
    const { status, error } = await server.error(kit.register, { body, headers });
    assert.deepEqual([status, error], [415, apiMessages.bodyNotJson], type);
  }
  const untyped = await sendRawRequest(server.port, '/api/auth/register', { method: 'POST', body });
  assert.equal(untyped.status, 415);
  assert.equal(await server.count('users'), before);
});

test('application/json may have a charset', async () => {
  await ada.call(testItems.create, {
    body: { text: 'ü' },
    headers: { 'Content-Type': 'Application/JSON; charset=utf-8' },
  });
});
