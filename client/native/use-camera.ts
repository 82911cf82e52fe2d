import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { PHOTO_UPLOAD_MAX_EDGE_PX } from '#client/constants.ts';
import { FIRST_CAMERA, listCameras, otherCamera } from './camera-choice.ts';

/** Shows a camera in a video element while the component is mounted. */
export function useCamera(onFailure: (error: unknown) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const [wanted, turnOn] = useState(FIRST_CAMERA);
  const [other, setOther] = useState<MediaTrackConstraints>();
  const [isMirrored, setMirrored] = useState(false);

  const show = useEffectEvent(async (stream: MediaStream) => {
    if (!video.current) throw new Error('The camera has no dialog');
    const current = stream.getVideoTracks()[0]?.getSettings() ?? {};
    setMirrored(current.facingMode === 'user');
    video.current.srcObject = stream;
    await video.current.play();
    setOther(otherCamera(current, await listCameras().catch(() => [])));
  });
  const fail = useEffectEvent((error: unknown) => {
    // The other camera cannot be used: return to the first one.
    if (wanted === FIRST_CAMERA) onFailure(error);
    else turnOn(FIRST_CAMERA);
  });

  // Before the browser paints, so that the camera is off as soon as the dialog is gone.
  useLayoutEffect(() => {
    let stream: MediaStream | undefined;
    let isOff = false;
    const stop = () => {
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
    const width = { ideal: PHOTO_UPLOAD_MAX_EDGE_PX };
    navigator.mediaDevices
      .getUserMedia({ audio: false, video: { ...wanted, width } })
      .then(async (opened) => {
        stream = opened;
        // Permission may be granted after the dialog was closed.
        if (isOff) stop();
        else await show(opened);
      })
      .catch((error: unknown) => {
        if (!isOff) fail(error);
      });
    return () => {
      isOff = true;
      stop();
    };
  }, [wanted]);

  return { video, other, isMirrored, turnOn };
}
