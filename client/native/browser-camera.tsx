import { SwitchCamera, X } from 'lucide-react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Spinner } from '#client/components/spinner.tsx';
import { useCloseOnBack } from '#client/components/use-close-on-back.ts';
import { CAMERA_QUALITY_CAPTURE, PHOTO_UPLOAD_MAX_EDGE_PX } from '#client/constants.ts';
import { FIRST_CAMERA, listCameras, otherCamera } from './camera-choice.ts';
import type { PhotoResult } from './definitions.ts';
import { allowInSettings, deviceMessages as m } from './messages.ts';
import './camera.css';

/** Opens a dialog with the camera's picture. Resolves when the user accepts a photo or closes it. */
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

type View = { kind: 'starting' } | { kind: 'live' } | { kind: 'taken'; blob: Blob; url: string };

function Camera({ onDone }: { onDone: (result: PhotoResult) => void }) {
  const dialog = useDialog();
  const [view, setView] = useState<View>({ kind: 'starting' });
  const { video, other, isMirrored, turnOn } = useCamera((error) =>
    onDone(isDenied(error) ? denied : { kind: 'failed' }),
  );
  const main = useRef<HTMLButtonElement>(null);
  const cancel = () => onDone({ kind: 'cancelled' });
  useCloseOnBack(true, cancel);

  async function capture() {
    const blob = video.current && (await pictureOf(video.current));
    if (blob) setView({ kind: 'taken', blob, url: URL.createObjectURL(blob) });
    else onDone({ kind: 'failed' });
  }

  function flip() {
    if (view.kind !== 'live' || !other) return;
    setView({ kind: 'starting' });
    turnOn(other);
  }

  const url = view.kind === 'taken' ? view.url : undefined;
  useEffect(() => () => URL.revokeObjectURL(url ?? ''), [url]);

  // The pressed button is gone: the keyboard continues with the one that takes its place.
  const isTaken = url !== undefined;
  const wasTaken = useRef(false);
  useEffect(() => {
    if (isTaken !== wasTaken.current) main.current?.focus();
    wasTaken.current = isTaken;
  }, [isTaken]);

  return (
    <dialog
      ref={dialog}
      className="camera"
      aria-label={m.camera}
      onCancel={(event) => {
        event.preventDefault();
        cancel();
      }}
    >
      <video
        ref={video}
        muted
        playsInline
        aria-label={m.cameraPicture}
        className="camera-picture"
        data-view={view.kind}
        data-mirrored={isMirrored}
        onPlaying={() => setView((view) => (view.kind === 'taken' ? view : { kind: 'live' }))}
      />
      {url && <img src={url} alt={m.photoTaken} className="camera-picture camera-photo" />}
      <p role="status" className={view.kind === 'starting' ? 'camera-notice' : 'sr-only'}>
        {view.kind === 'starting' && <Spinner />}
        {view.kind === 'starting' ? m.cameraStarting : isTaken && m.reviewPhoto}
      </p>
      <div className="camera-controls" data-view={view.kind}>
        <button type="button" className="camera-button" aria-label="Close" onClick={cancel}>
          <X aria-hidden className="size-6" />
        </button>
        {view.kind === 'taken' ? (
          <>
            <button
              type="button"
              className="camera-choice"
              onClick={() => setView({ kind: 'live' })}
            >
              Retake
            </button>
            <button
              ref={main}
              type="button"
              className="camera-choice camera-accept"
              onClick={() => onDone({ kind: 'photo', blob: view.blob, format: 'jpeg' })}
            >
              Use photo
            </button>
          </>
        ) : (
          <>
            <button
              ref={main}
              type="button"
              className="camera-shutter"
              aria-label="Capture"
              disabled={view.kind !== 'live'}
              onClick={capture}
            />
            {other && (
              <button
                type="button"
                className="camera-button camera-flip"
                aria-label="Switch camera"
                aria-disabled={view.kind !== 'live'}
                onClick={flip}
              >
                <SwitchCamera aria-hidden className="size-6" />
              </button>
            )}
          </>
        )}
      </div>
    </dialog>
  );
}

/** Opens a dialog with its component. Closed while it is still in the page: a detached dialog does not return focus. */
function useDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
}

/** Shows a camera in a video element while the component is mounted. */
function useCamera(onFailure: (error: unknown) => void) {
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
    // Another camera cannot be used: back to the first.
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
