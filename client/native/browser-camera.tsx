import { SwitchCamera, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Spinner } from '#client/components/spinner.tsx';
import { CAMERA_QUALITY_CAPTURE } from '#client/constants.ts';
import { useCloseOnBack } from '#client/page/use-close-on-back.ts';
import type { PhotoResult } from './definitions.ts';
import { allowInSettings, deviceMessages as m } from './messages.ts';
import { useCamera } from './use-camera.ts';
import './camera.css';

/** Opens a dialog with the camera picture. Resolves when the user accepts a photo or closes the dialog. */
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

  // The pressed button has disappeared: focus the button that replaces it.
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

/**
 * Opens the dialog when the component mounts, and closes it while it is still in the page: a detached dialog does not
 * return focus.
 */
function useDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return dialog;
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
