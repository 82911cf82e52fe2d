import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { installFakeNativeBridge } from '#client/testing/fake-native-bridge.ts';
import type { DeviceEvents, PhotoResult } from '../definitions.ts';

const fake = () => mock.fn<(options: unknown) => unknown>();
const camera = {
  checkPermissions: fake(),
  requestPermissions: fake(),
  takePhoto: fake(),
  chooseFromGallery: fake(),
};
const emit = installFakeNativeBridge({ App: {}, Camera: camera });
const { chooseFromGallery, listenForRecoveredPhotos, takePhoto } = await import('./camera.ts');

const PHOTO = { webPath: 'http://localhost/taken.jpg' };
const jpeg = new Blob(['picture'], { type: 'image/jpeg' });

beforeEach(() => {
  for (const method of Object.values(camera)) method.mock.resetCalls();
  camera.checkPermissions.mock.mockImplementation(() => ({ camera: 'granted' }));
  camera.requestPermissions.mock.mockImplementation(() => ({ camera: 'granted' }));
  camera.takePhoto.mock.mockImplementation(() => PHOTO);
  camera.chooseFromGallery.mock.mockImplementation(() => ({ results: [PHOTO] }));
  mock.method(globalThis, 'fetch', async () => new Response(jpeg));
  mock.method(console, 'error', () => {});
});
afterEach(() => mock.restoreAll());

const failWith = (code: string) => () => {
  throw Object.assign(new Error('No photo'), { code });
};

for (const [name, choose, method] of [
  ['taking a photo', takePhoto, camera.takePhoto],
  ['choosing from the gallery', chooseFromGallery, camera.chooseFromGallery],
] as const) {
  describe(name, () => {
    test('returns the file with its format', async () => {
      const result = await choose();
      assert.equal(result.kind === 'photo' && result.format, 'jpeg');
      assert.equal(camera.requestPermissions.mock.callCount(), 0);
    });

    test('asks for permission if it is not granted yet', async () => {
      camera.checkPermissions.mock.mockImplementation(() => ({ camera: 'prompt' }));
      assert.equal((await choose()).kind, 'photo');
      assert.deepEqual(camera.requestPermissions.mock.calls[0]?.arguments, [
        { permissions: ['camera'] },
      ]);
    });

    test('without permission opens nothing and says what to allow', async () => {
      const denied = () => ({ camera: 'denied', photos: 'granted' });
      camera.checkPermissions.mock.mockImplementation(denied);
      camera.requestPermissions.mock.mockImplementation(denied);
      const result = await choose();
      assert.match(result.kind === 'denied' ? result.remedy : '', /allow Camera in/);
      assert.equal(method.mock.callCount(), 0);
    });

    for (const code of ['OS-PLUG-CAMR-0006', 'OS-PLUG-CAMR-0020'])
      test(`that the user cancels (${code}) does not count as a failure`, async () => {
        method.mock.mockImplementation(failWith(code));
        assert.deepEqual(await choose(), { kind: 'cancelled' });
      });

    test('that the device denies says which permission is missing', async () => {
      for (const [code, missing] of [
        ['OS-PLUG-CAMR-0003', /allow Camera in/],
        ['OS-PLUG-CAMR-0005', /allow Photos in/],
      ] as const) {
        method.mock.mockImplementation(failWith(code));
        const result = await choose();
        assert.match(result.kind === 'denied' ? result.remedy : '', missing);
      }
    });

    test('that fails in another way is a failure', async () => {
      method.mock.mockImplementation(failWith('OS-PLUG-CAMR-0010'));
      assert.deepEqual(await choose(), { kind: 'failed' });
    });
  });
}

test('an empty choice from the gallery is a cancelled one', async () => {
  camera.chooseFromGallery.mock.mockImplementation(() => ({ results: [] }));
  assert.deepEqual(await chooseFromGallery(), { kind: 'cancelled' });
});

test('a photo without a file is a failure', async () => {
  camera.takePhoto.mock.mockImplementation(() => ({}));
  assert.deepEqual(await takePhoto(), { kind: 'failed' });
});

describe('a photo that arrives after the system ended the app', () => {
  let report: DeviceEvents['photoRecovered'];
  const ignore = (event: object) => emit('App.appRestoredResult', event);

  /** Sends the event and returns what is reported next. */
  function restore(event: object) {
    const recovered = Promise.withResolvers<[PhotoResult['kind'], string]>();
    report = (result, source) => recovered.resolve([result.kind, source]);
    emit('App.appRestoredResult', { pluginId: 'Camera', ...event });
    return recovered.promise;
  }

  beforeEach(() =>
    listenForRecoveredPhotos({
      photoRecovered: (result, source) => report(result, source),
    } as Partial<DeviceEvents> as DeviceEvents),
  );

  test('is reported with where it came from', async () => {
    const taken = await restore({ methodName: 'takePhoto', data: PHOTO });
    assert.deepEqual(taken, ['photo', 'takePhoto']);
    const chosen = await restore({ methodName: 'chooseFromGallery', data: { results: [PHOTO] } });
    assert.deepEqual(chosen, ['photo', 'chooseFromGallery']);
  });

  test('may also end with an error', async () => {
    const error = { code: 'OS-PLUG-CAMR-0006' };
    const result = await restore({ methodName: 'takePhoto', error });
    assert.deepEqual(result, ['cancelled', 'takePhoto']);
  });

  test('is ignored if the result belongs to another plugin or method', async () => {
    report = () => assert.fail('reported');
    ignore({ pluginId: 'Share', methodName: 'takePhoto', data: PHOTO });
    ignore({ pluginId: 'Camera', methodName: 'checkPermissions', data: {} });
    const result = await restore({ methodName: 'chooseFromGallery', data: undefined });
    assert.deepEqual(result, ['cancelled', 'chooseFromGallery']);
  });
});
