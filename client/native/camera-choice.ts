/** A camera as the browser describes it. Not every browser reports which way a camera faces. */
export type CameraInfo = { id: string; facing: string | undefined };

/** The camera that is turned on first: the back camera, if there is one. */
export const FIRST_CAMERA: MediaTrackConstraints = { facingMode: 'environment' };

/** Lists the cameras. Browsers name them only after camera access was granted. */
export async function listCameras(): Promise<CameraInfo[]> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  return devices
    .filter(({ kind }) => kind === 'videoinput')
    .map((device) => ({
      id: device.deviceId,
      facing: (device as Partial<InputDeviceInfo>).getCapabilities?.().facingMode?.[0],
    }));
}

/**
 * Chooses the camera to switch to: one that faces the other way, because a phone may have several on its back,
 * otherwise the next one. Returns undefined if there is only one camera.
 */
export function otherCamera(
  current: { deviceId?: string; facingMode?: string },
  cameras: CameraInfo[],
): MediaTrackConstraints | undefined {
  if (cameras.length < 2) return undefined;
  const facingMode = current.facingMode === 'user' ? 'environment' : 'user';
  if (current.facingMode && cameras.some(({ facing }) => facing === facingMode))
    return { facingMode };
  const index = cameras.findIndex(({ id }) => id === current.deviceId);
  return { deviceId: { exact: cameras[(index + 1) % cameras.length]?.id ?? '' } };
}
