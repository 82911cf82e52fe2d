import { App } from '@capacitor/app';
import { Camera, type MediaResult, MediaTypeSelection } from '@capacitor/camera';
import { CAMERA_QUALITY_CAPTURE, CAMERA_QUALITY_DEFAULT } from '#shared/constants.ts';
import type { DeviceEvents, PhotoResult } from '../definitions.ts';

/** What the plugin's codes end with; their beginning names the plugin. */
const CANCELLED = /00(06|20)$/;
const REFUSED = /00(03|05)$/;

export function takePhoto(): Promise<PhotoResult> {
  return outcome(async () => {
    if (!(await mayUseCamera())) return { kind: 'refused' };
    return photoIn(await Camera.takePhoto({ quality: CAMERA_QUALITY_CAPTURE }));
  });
}

/** Android's own picker needs no permission; on iOS the plugin asks for one by itself. */
export function chooseFromGallery(): Promise<PhotoResult> {
  return outcome(async () => {
    const { results } = await Camera.chooseFromGallery({
      mediaType: MediaTypeSelection.Photo,
      allowMultipleSelection: false,
      quality: CAMERA_QUALITY_DEFAULT,
    });
    return photoIn(results[0]);
  });
}

/** Android may end an app that stands behind the camera; a plugin that keeps its call brings the picture at the next start. */
export async function listenForLostPhotos(app: DeviceEvents) {
  await App.addListener('appRestoredResult', async ({ pluginId, methodName, data, error }) => {
    if (pluginId !== 'Camera') return;
    if (methodName !== 'takePhoto' && methodName !== 'chooseFromGallery') return;
    const result = await outcome(() => {
      if (error) throw error;
      return photoIn(methodName === 'takePhoto' ? data : data?.results?.[0]);
    });
    app.lostPhoto(result, methodName);
  });
}

/** Asked when a photo is wanted for the first time, and not before. */
async function mayUseCamera() {
  const { camera } = await Camera.checkPermissions();
  if (camera === 'granted' || camera === 'limited') return true;
  const asked = await Camera.requestPermissions({ permissions: ['camera'] });
  return asked.camera === 'granted' || asked.camera === 'limited';
}

async function outcome(work: () => Promise<PhotoResult>): Promise<PhotoResult> {
  try {
    return await work();
  } catch (error) {
    const { code = '' } = error as { code?: string };
    if (CANCELLED.test(code)) return { kind: 'cancelled' };
    if (REFUSED.test(code)) return { kind: 'refused' };
    console.error('The photo could not be had', error);
    return { kind: 'failed' };
  }
}

async function photoIn(media: MediaResult | undefined): Promise<PhotoResult> {
  if (!media) return { kind: 'cancelled' };
  if (!media.webPath) return { kind: 'failed' };
  const blob = await (await fetch(media.webPath)).blob();
  return { kind: 'photo', blob, format: blob.type.replace('image/', '') || 'jpeg' };
}
