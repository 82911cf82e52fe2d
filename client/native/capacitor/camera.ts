import { App } from '@capacitor/app';
import { Camera, type MediaResult, MediaTypeSelection } from '@capacitor/camera';
import { CAMERA_QUALITY_CAPTURE, CAMERA_QUALITY_DEFAULT } from '#client/constants.ts';
import type { DeviceEvents, PhotoResult } from '../definitions.ts';
import { allowInSettings } from '../messages.ts';
import { platform } from '../platform.ts';

/** The endings of the plugin's error codes; their prefix names the plugin. */
const CANCELLED = /00(06|20)$/;
const CAMERA_DENIED = /0003$/;
const GALLERY_DENIED = /0005$/;

export function takePhoto(): Promise<PhotoResult> {
  return outcome(async () => {
    if (!(await mayUseCamera())) return denied('Camera');
    return photoIn(await Camera.takePhoto({ quality: CAMERA_QUALITY_CAPTURE }));
  });
}

/** Requests only the camera permission, for any photo: on iOS the plugin requests access to photos itself. */
export function chooseFromGallery(): Promise<PhotoResult> {
  return outcome(async () => {
    if (!(await mayUseCamera())) return denied('Camera');
    const { results } = await Camera.chooseFromGallery({
      mediaType: MediaTypeSelection.Photo,
      allowMultipleSelection: false,
      quality: CAMERA_QUALITY_DEFAULT,
    });
    return photoIn(results[0]);
  });
}

/** Reports photos of a camera that was open when Android ended the app; they arrive at the next start. */
export async function listenForRecoveredPhotos(app: DeviceEvents) {
  await App.addListener('appRestoredResult', async ({ pluginId, methodName, data, error }) => {
    if (pluginId !== 'Camera') return;
    if (methodName !== 'takePhoto' && methodName !== 'chooseFromGallery') return;
    const result = await outcome(() => {
      if (error) throw error;
      return photoIn(methodName === 'takePhoto' ? data : data?.results?.[0]);
    });
    app.photoRecovered(result, methodName);
  });
}

/** Requests permission the first time a photo is taken or chosen. */
async function mayUseCamera() {
  const { camera } = await Camera.checkPermissions();
  if (camera === 'granted' || camera === 'limited') return true;
  const permissions = await Camera.requestPermissions({ permissions: ['camera'] });
  return permissions.camera === 'granted' || permissions.camera === 'limited';
}

const denied = (what: 'Camera' | 'Photos'): PhotoResult => ({
  kind: 'denied',
  remedy: allowInSettings(what, platform()),
});

async function outcome(work: () => Promise<PhotoResult>): Promise<PhotoResult> {
  try {
    return await work();
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (CANCELLED.test(code)) return { kind: 'cancelled' };
    if (CAMERA_DENIED.test(code)) return denied('Camera');
    if (GALLERY_DENIED.test(code)) return denied('Photos');
    console.error('The photo could not be read', error);
    return { kind: 'failed' };
  }
}

async function photoIn(media: MediaResult | undefined): Promise<PhotoResult> {
  if (!media) return { kind: 'cancelled' };
  if (!media.webPath) return { kind: 'failed' };
  const blob = await (await fetch(media.webPath)).blob();
  return { kind: 'photo', blob, format: blob.type.replace('image/', '') || 'jpeg' };
}
