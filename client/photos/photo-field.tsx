import { Camera, Images, Trash2, Undo2 } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from '#client/components/button.tsx';
import type { PhotoResult, PhotoSource } from '#client/native/definitions.ts';
import { openDevice } from '#client/native/index.ts';
import { photoMessages as m } from './messages.ts';
import { Photo } from './photo.tsx';
import { type PhotoState, preparePhoto, removedPhoto, unchangedPhoto } from './prepare-photo.ts';
import { useDroppedFiles } from './use-dropped-files.ts';
import { useObjectUrl } from './use-object-url.ts';
import './photo-field.css';

// Small enough for two buttons side by side on a phone.
const COMPACT = 'px-3 text-[0.9375rem]';

/** Lets the user take, choose, drop, paste, remove and restore the photo of the edited item. */
export function PhotoField({
  photo,
  savedPath,
  alt,
  error,
  disabled,
  onPicking,
  onPreparing,
  onChange,
}: {
  photo: PhotoState;
  /** The path of the saved item's photo on the server. */
  savedPath: string | null | undefined;
  alt: string;
  error: string | undefined;
  disabled: boolean;
  /** Called before the camera or gallery opens, and after it has closed. */
  onPicking: (isPicking: boolean) => void;
  /** Called when preparing a photo begins and ends: saving in between would lose it. */
  onPreparing: (isPreparing: boolean) => void;
  onChange: (photo: PhotoState) => void;
}) {
  const [openPicker, setOpenPicker] = useState<PhotoSource>();
  const picking = useRef<AbortController>(undefined);
  const preparing = useRef<AbortController>(undefined);
  const gallery = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLFieldSetElement>(null);
  const errorText = useRef<HTMLParagraphElement>(null);
  const errorId = useId();
  const isDraggedOver = useDroppedFiles(field, disabled, take);
  useEffect(
    () => () => {
      picking.current?.abort();
      preparing.current?.abort();
    },
    [],
  );
  useEffect(() => {
    if (error) errorText.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);

  async function pick(source: PhotoSource) {
    const signal = restart(picking);
    setOpenPicker(source);
    onPicking(true);
    const result = await (await openDevice())[source](signal);
    onPicking(false);
    if (!signal.aborted) await accept(result, source);
  }

  /** Treats dropped or pasted files like a choice from the gallery, which allows one photo. */
  async function take([file, ...others]: File[]) {
    const isOne = file && others.length === 0;
    const result: PhotoResult = isOne
      ? { kind: 'photo', blob: file, format: file.type.replace('image/', '') }
      : { kind: 'failed' };
    await accept(result, 'chooseFromGallery');
    // Below a long text the photo would appear out of view.
    requestAnimationFrame(() => field.current?.scrollIntoView({ block: 'nearest' }));
  }

  /** Uses a photo instead of one that is still being prepared. Says why if there is no photo. */
  async function accept(result: PhotoResult, source: PhotoSource) {
    const isPhoto = result.kind === 'photo';
    const signal = isPhoto ? restart(preparing) : undefined;
    if (isPhoto) onPreparing(true);
    const blob = await preparePhoto(result, source);
    if (signal?.aborted) return;
    if (isPhoto) onPreparing(false);
    setOpenPicker(undefined);
    if (blob) onChange({ kind: 'captured', blob });
  }

  function remove() {
    const next = removedPhoto(savedPath);
    // The pressed button disappears with the photo.
    if (next.kind === 'none') gallery.current?.focus();
    onChange(next);
  }

  const hasPhoto = photo.kind === 'existing' || photo.kind === 'captured';
  return (
    <fieldset ref={field} className="photo-field" aria-describedby={error ? errorId : undefined}>
      <legend className={hasPhoto ? 'sr-only' : ''}>Photo (optional)</legend>
      {photo.kind === 'existing' && (
        <Photo
          key={photo.path}
          path={photo.path}
          alt={alt}
          width={1280}
          className="photo-preview"
        />
      )}
      {photo.kind === 'captured' && <CapturedPhoto blob={photo.blob} />}
      {photo.kind === 'removed' && <p className="text-sm text-ink-soft">{m.removed}</p>}
      <p ref={errorText} id={errorId} aria-live="polite" className="field-error">
        {error}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          className={COMPACT}
          disabled={disabled}
          pending={openPicker === 'takePhoto'}
          onClick={() => pick('takePhoto')}
        >
          {openPicker !== 'takePhoto' && <Camera aria-hidden className="size-4.5" />}
          Take photo
        </Button>
        <Button
          ref={gallery}
          variant="secondary"
          className={COMPACT}
          disabled={disabled}
          onClick={() => pick('chooseFromGallery')}
        >
          <Images aria-hidden className="size-4.5" />
          Choose from gallery
        </Button>
        {/* One button with two labels, so that it keeps focus when its label changes. */}
        {photo.kind !== 'none' && (
          <Button
            variant="ghost"
            className={`${COMPACT} ${hasPhoto ? 'text-danger' : ''}`}
            disabled={disabled}
            onClick={hasPhoto ? remove : () => onChange(unchangedPhoto(savedPath))}
          >
            {hasPhoto ? (
              <Trash2 aria-hidden className="size-4.5" />
            ) : (
              <Undo2 aria-hidden className="size-4.5" />
            )}
            {hasPhoto ? 'Remove photo' : 'Keep photo'}
          </Button>
        )}
        {!hasPhoto && <p className="photo-drop-hint">{m.dropHint}</p>}
      </div>
      <p aria-live="polite" className="sr-only">
        {photo.kind === 'captured' && m.added}
      </p>
      {isDraggedOver && (
        <div className="photo-drop">
          <p>{m.drop}</p>
        </div>
      )}
    </fieldset>
  );
}

function CapturedPhoto({ blob }: { blob: Blob }) {
  const url = useObjectUrl(blob);
  return (
    <span className="photo photo-preview" data-state="shown">
      {url && <img src={url} alt={m.preview} />}
    </span>
  );
}

/** Aborts the previous preparation. Returns the signal for the new one. */
function restart(current: RefObject<AbortController | undefined>) {
  current.current?.abort();
  current.current = new AbortController();
  return current.current.signal;
}
