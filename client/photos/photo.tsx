import { ImageOff } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { api } from '#client/api-client/api.ts';
import { isUnsentPhotoPath } from '#client/sync/outbox-entry.ts';
import { deleteThumbnail, readStoredPhoto, storeThumbnail } from '#client/sync/stored-photos.ts';
import type { PHOTO_WIDTHS_PX } from '#shared/constants.ts';
import { photoMessages } from './messages.ts';
import { useObjectUrl } from './use-object-url.ts';

/** `isStored` is true if the picture comes from this device. */
type Found = { blob: Blob; isStored: boolean };
type State = { kind: 'loading' } | ({ kind: 'shown'; path: string } & Found) | { kind: 'failed' };

/** How far below the visible part of the page a photo starts to load. */
const PRELOAD_MARGIN = '400px';

/** The width that lists use. Photos in this width are stored on this device. */
const THUMBNAIL_WIDTH_PX = 320;

/**
 * Shows a photo from this device or from the server. An `<img>` cannot send the session, so the bytes are fetched and
 * shown as a blob.
 */
export function Photo({
  path,
  alt,
  width = THUMBNAIL_WIDTH_PX,
  className = '',
}: {
  path: string;
  alt: string;
  width?: (typeof PHOTO_WIDTHS_PX)[number];
  /** Must set a size or an aspect ratio, so that the layout does not shift when the photo loads. */
  className?: string;
}) {
  const frame = useRef<HTMLSpanElement>(null);
  const [photo, setPhoto] = usePhoto(frame, path, width);
  const url = useObjectUrl(photo.kind === 'shown' ? photo.blob : undefined);

  /** Stores a thumbnail only if the browser can show it, so that a damaged picture never replaces a good one. */
  function keep() {
    if (photo.kind === 'shown' && !photo.isStored && width === THUMBNAIL_WIDTH_PX)
      void storeThumbnail(path, photo.blob);
  }

  /** Shows the thumbnail instead of a damaged picture. A damaged thumbnail is requested again next time. */
  async function replace() {
    if (photo.kind !== 'shown') return;
    if (photo.isStored) void deleteThumbnail(path);
    const stored = photo.isStored ? undefined : await readStoredPhoto(path);
    const next: State = stored
      ? { kind: 'shown', path, blob: stored.blob, isStored: true }
      : { kind: 'failed' };
    setPhoto((current) => (current === photo ? next : current));
  }

  return (
    <span ref={frame} className={`photo ${className}`} data-state={photo.kind}>
      {url && <img src={url} alt={alt} decoding="async" onLoad={keep} onError={replace} />}
      {photo.kind === 'failed' && (
        <span className="photo-failed">
          <ImageOff aria-hidden className="size-5" />
          {photoMessages.failed}
        </span>
      )}
    </span>
  );
}

/** Loads the photo when its frame comes near the visible part of the page. */
function usePhoto(frame: RefObject<HTMLElement | null>, path: string, width: number) {
  const [state, setState] = useState<State>({ kind: 'loading' });
  useEffect(() => {
    const request = new AbortController();
    const { signal } = request;

    async function load() {
      const found = await readPhoto(path, width, signal);
      if (!signal.aborted) setState(found ? { kind: 'shown', path, ...found } : { kind: 'failed' });
    }

    // The picture stays while the same photo loads in another width.
    setState((shown) =>
      shown.kind === 'shown' && shown.path === path ? shown : { kind: 'loading' },
    );
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        void load();
      },
      { rootMargin: PRELOAD_MARGIN },
    );
    if (frame.current) observer.observe(frame.current);
    return () => {
      observer.disconnect();
      request.abort();
    };
  }, [frame, path, width]);
  return [state, setState] as const;
}

/**
 * Reads a photo. Requests a thumbnail only once. If a photo cannot be loaded for any reason, uses the one that is
 * stored on this device.
 */
async function readPhoto(
  path: string,
  width: number,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const stored = await readStoredPhoto(path);
  const small = stored && { blob: stored.blob, isStored: true };
  if (small && (stored.isOriginal || width === THUMBNAIL_WIDTH_PX)) return small;
  // It may be gone from this device by now: it was sent meanwhile, or the browser has deleted it.
  if (isUnsentPhotoPath(path)) return small;
  const result = await api.readFile({ params: { path }, query: { w: String(width) }, signal });
  return result.success ? { blob: result.blob, isStored: false } : small;
}
