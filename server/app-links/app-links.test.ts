import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { app } from '#app';
import { readConfig } from '#server/config.ts';
import { InvalidSetting } from '#server/settings/read-setting.ts';
import { startTestServer } from '#server/testing/harness.ts';
import { sendRawRequest } from '#server/testing/raw-http.ts';

const CERT = Array(32).fill('AB').join(':');
const OTHER_CERT = Array(32).fill('0C').join(':');
const ANDROID = '/.well-known/assetlinks.json';
const APPLE = '/.well-known/apple-app-site-association';

const withApps = await startTestServer({
  env: { ANDROID_CERT_SHA256: `${CERT}, ${OTHER_CERT.toLowerCase()}`, APPLE_TEAM_ID: 'ABCDE12345' },
});
const withoutApps = await startTestServer();
after(withApps.stop);
after(withoutApps.stop);

test('the Android file names the app and its certificates', async () => {
  const { status, headers, text } = await sendRawRequest(withApps.port, ANDROID);
  assert.equal(status, 200);
  assert.match(String(headers['content-type']), /^application\/json/);
  const [{ relation, target }] = JSON.parse(text);
  assert.deepEqual(relation, ['delegate_permission/common.handle_all_urls']);
  assert.deepEqual(target, {
    namespace: 'android_app',
    package_name: app.id,
    sha256_cert_fingerprints: [CERT, OTHER_CERT],
  });
});

test('the iOS file names the app for links in emails only', async () => {
  const { status, headers, text } = await sendRawRequest(withApps.port, APPLE);
  assert.equal(status, 200);
  assert.match(String(headers['content-type']), /^application\/json/);
  assert.deepEqual(JSON.parse(text), {
    applinks: {
      details: [
        {
          appIDs: [`ABCDE12345.${app.id}`],
          components: [{ '/': '/confirm' }, { '/': '/reset-password' }],
        },
      ],
    },
  });
});

test('without the settings, /.well-known serves no files', async () => {
  for (const path of [ANDROID, APPLE, '/.well-known/', '/.well-known/security.txt']) {
    const { status, text } = await sendRawRequest(withoutApps.port, path);
    assert.equal(status, 404, path);
    assert.doesNotMatch(text, /SECRET|applinks/);
  }
});

test('an invalid fingerprint or team stops the start with a message', () => {
  for (const env of [
    { ANDROID_CERT_SHA256: 'AB:CD' },
    { ANDROID_CERT_SHA256: `${CERT},` },
    { APPLE_TEAM_ID: 'abcde12345' },
    { APPLE_TEAM_ID: 'ABCDE12345.app' },
  ]) {
    const [name = ''] = Object.keys(env);
    assert.throws(
      () => readConfig(env),
      (error: Error) => error instanceof InvalidSetting && error.message.startsWith(name),
    );
  }
});
