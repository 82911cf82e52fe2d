import { Camera, Images, Trash2, Undo2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '#client/components/button.tsx';
import type { PhotoSource } from '#client/native/definitions.ts';
import { openDevice } from '#client/native/index.ts';
import { Photo } from '#client/photos/photo.tsx';
import { preparePhoto } from '#client/photos/prepare-photo.ts';
import type { Note } from '../contract.ts';
import { notesMessages as m } from './messages.ts';
import { photoCache } from './offline-cache.ts';
import { type PhotoState, photoOf, withoutPhoto } from './photo-state.ts';

// Two of them side by side on a phone.
const COMPACT = 'px-3 text-[0.9375rem]';

export function PhotoField({
  photo,
  base,
  error,
  disabled,
  onAsk,
  onAnswer,
  onChange,
}: {
  photo: PhotoState;
  base: Note | undefined;
  error: string | undefined;
  disabled: boolean;
  /** Before camera or gallery open, and when they are closed again. */
  onAsk: () => void;
  onAnswer: () => void;
  onChange: (photo: PhotoState) => void;
}) {
  const [asking, setAsking] = useState<PhotoSource>();
  const leaving = useRef<AbortController>(undefined);
  const gallery = useRef<HTMLButtonElement>(null);
  const errorText = useRef<HTMLParagraphElement>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  useEffect(() => {
    if (error) errorText.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);

  async function ask(source: PhotoSource) {
    leaving.current?.abort();
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    setAsking(source);
    onAsk();
    const result = await (await openDevice())[source](signal);
    onAnswer();
    const blob = await preparePhoto(result, source);
    if (signal.aborted) return;
    setAsking(undefined);
    if (blob) onChange({ kind: 'captured', blob });
  }

  function remove() {
    const rest = withoutPhoto(base);
    if (rest.kind === 'none') gallery.current?.focus();
    onChange(rest);
  }

  const hasPhoto = photo.kind === 'existing' || photo.kind === 'captured';
  return (
    <fieldset className="photo-field" aria-describedby={error ? 'photo-error' : undefined}>
      <legend className="text-sm font-medium">Photo</legend>
      {photo.kind === 'existing' && (
        <Photo
          key={photo.path}
          path={photo.path}
          alt={m.photoOf(base?.title ?? '')}
          width={1280}
          className="photo-preview"
          cache={photoCache}
        />
      )}
      {photo.kind === 'captured' && <CapturedPhoto blob={photo.blob} />}
      {photo.kind === 'removed' && <p className="text-sm text-ink-soft">{m.photoRemoved}</p>}
      <p ref={errorText} id="photo-error" aria-live="polite" className="field-error">
        {error}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          className={COMPACT}
          disabled={disabled}
          pending={asking === 'takePhoto'}
          onClick={() => ask('takePhoto')}
        >
          {asking !== 'takePhoto' && <Camera aria-hidden className="size-4.5" />}
          Take photo
        </Button>
        <Button
          ref={gallery}
          variant="secondary"
          className={COMPACT}
          disabled={disabled}
          onClick={() => ask('chooseFromGallery')}
        >
          <Images aria-hidden className="size-4.5" />
          Choose from gallery
        </Button>
        {/* One button with two labels, so that focus stays where it was pressed. */}
        {photo.kind !== 'none' && (
          <Button
            variant="ghost"
            className={`${COMPACT} ${hasPhoto ? 'text-danger' : ''}`}
            disabled={disabled}
            onClick={hasPhoto ? remove : () => onChange(photoOf(base))}
          >
            {hasPhoto ? (
              <Trash2 aria-hidden className="size-4.5" />
            ) : (
              <Undo2 aria-hidden className="size-4.5" />
            )}
            {hasPhoto ? 'Remove photo' : 'Keep photo'}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

function CapturedPhoto({ blob }: { blob: Blob }) {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return (
    <span className="photo photo-preview" data-state="shown">
      {url && <img src={url} alt={m.photoPreview} />}
    </span>
  );
}
