import { X } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Spinner } from '#client/components/spinner.tsx';
import { useCloseOnBack } from '#client/components/use-close-on-back.ts';
import { CAMERA_QUALITY_CAPTURE, PHOTO_UPLOAD_MAX_EDGE_PX } from '#client/constants.ts';
import type { PhotoResult } from './definitions.ts';
import { allowInSettings, deviceMessages } from './messages.ts';

/** Opens a dialog with the camera's picture. Resolves when the user takes a photo or closes it. */
export async function takeWithCamera(signal: AbortSignal): Promise<PhotoResult> {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  // Escape closes the camera, not the form it was opened from.
  host.addEventListener('keydown', (event) => event.stopPropagation());
  try {
    return await new Promise<PhotoResult>((resolve) => {
      signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }));
      root.render(<Camera onDone={resolve} />);
    });
  } finally {
    // Unmounting closes the dialog, which returns focus, and turns the camera off.
    root.unmount();
    host.remove();
  }
}

type View = 'starting' | 'live' | 'taken';

function Camera({ onDone }: { onDone: (result: PhotoResult) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const [view, setView] = useState<View>('starting');
  useCloseOnBack(true, () => onDone({ kind: 'cancelled' }));

  // Closed while it is still in the page: a detached dialog does not return focus.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    const turnOff = turnOn(video, onDone);
    return () => {
      turnOff();
      element?.close();
    };
  }, [onDone]);

  async function capture() {
    if (!video.current) return;
    setView('taken');
    const blob = await pictureOf(video.current);
    onDone(blob ? { kind: 'photo', blob, format: 'jpeg' } : { kind: 'failed' });
  }

  return (
    <dialog
      ref={dialog}
      className="camera"
      aria-label={deviceMessages.camera}
      onCancel={(event) => {
        event.preventDefault();
        onDone({ kind: 'cancelled' });
      }}
    >
      <video
        ref={video}
        muted
        playsInline
        aria-label={deviceMessages.cameraPicture}
        className="camera-picture"
        data-view={view}
        onPlaying={() => setView('live')}
      />
      {view === 'starting' && (
        <p role="status" className="camera-notice">
          <Spinner />
          {deviceMessages.cameraStarting}
        </p>
      )}
      <div className="camera-controls">
        <button
          type="button"
          className="camera-close"
          aria-label="Close"
          onClick={() => onDone({ kind: 'cancelled' })}
        >
          <X aria-hidden className="size-6" />
        </button>
        <button
          type="button"
          className="camera-shutter"
          aria-label="Capture"
          disabled={view !== 'live'}
          onClick={capture}
        />
      </div>
    </dialog>
  );
}

/** Starts the camera. Returns a function that stops it, also if permission is granted later. */
function turnOn(
  video: { current: HTMLVideoElement | null },
  onDone: (result: PhotoResult) => void,
): () => void {
  let stream: MediaStream | undefined;
  let isOff = false;
  const stop = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const width = { ideal: PHOTO_UPLOAD_MAX_EDGE_PX };
  navigator.mediaDevices
    .getUserMedia({ audio: false, video: { facingMode: 'environment', width } })
    .then(async (opened) => {
      stream = opened;
      if (isOff) return stop();
      if (!video.current) throw new Error('The camera has no dialog');
      video.current.srcObject = opened;
      await video.current.play();
    })
    .catch((error: unknown) => {
      if (!isOff) onDone(isDenied(error) ? denied : { kind: 'failed' });
    });
  return () => {
    isOff = true;
    stop();
  };
}

const denied: PhotoResult = { kind: 'denied', remedy: allowInSettings('Camera', 'web') };

const isDenied = (error: unknown) =>
  error instanceof DOMException && ['NotAllowedError', 'SecurityError'].includes(error.name);

function pictureOf(video: HTMLVideoElement): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new Promise((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', CAMERA_QUALITY_CAPTURE / 100),
  );
}
