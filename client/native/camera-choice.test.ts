import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otherCamera } from './camera-choice.ts';

const back = { id: 'back', facing: 'environment' };
const zoom = { id: 'zoom', facing: 'environment' };
const front = { id: 'front', facing: 'user' };

test('a phone switches between front and back, however many cameras are on its back', () => {
  const cameras = [back, zoom, front];
  assert.deepEqual(otherCamera({ deviceId: 'zoom', facingMode: 'environment' }, cameras), {
    facingMode: 'user',
  });
  assert.deepEqual(otherCamera({ deviceId: 'front', facingMode: 'user' }, cameras), {
    facingMode: 'environment',
  });
});

test('if the browser does not report which way cameras face, the next camera is chosen', () => {
  const cameras = ['a', 'b', 'c'].map((id) => ({ id, facing: undefined }));
  const after = (deviceId: string) => otherCamera({ deviceId }, cameras)?.deviceId;
  assert.deepEqual(['a', 'b', 'c', 'gone'].map(after), [
    { exact: 'b' },
    { exact: 'c' },
    { exact: 'a' },
    { exact: 'a' },
  ]);
  const besideWebcam = [front, { id: 'usb', facing: undefined }];
  assert.deepEqual(otherCamera({ deviceId: 'front', facingMode: 'user' }, besideWebcam), {
    deviceId: { exact: 'usb' },
  });
});

test('a single camera cannot be switched', () => {
  assert.equal(otherCamera({ deviceId: 'back', facingMode: 'environment' }, [back]), undefined);
  assert.equal(otherCamera({}, []), undefined);
});
