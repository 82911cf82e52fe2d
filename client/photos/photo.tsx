import { ImageOff } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { api } from '#client/api-client/api.ts';
import { deleteThumbnail, readStoredPhoto, storeThumbnail } from '#client/sync/stored-photos.ts';
import type { PHOTO_WIDTHS_PX } from '#shared/constants.ts';
import { photoMessages } from './messages.ts';

type State = { kind: 'loading' } | { kind: 'shown'; url: string } | { kind: 'failed' };

/** How far below the visible part of the page a photo starts to load. */
const PRELOAD_MARGIN = '400px';

/** The width that lists use. It is stored on this device. */
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
  return (
    <span ref={frame} className={`photo ${className}`} data-state={photo.kind}>
      {photo.kind === 'shown' && (
        <img
          src={photo.url}
          alt={alt}
          decoding="async"
          onError={() => {
            setPhoto({ kind: 'failed' });
            void deleteThumbnail(path);
          }}
        />
      )}
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
    let url: string | undefined;

    async function load() {
      const { signal } = request;
      const blob = await readPhoto(path, width, signal);
      if (signal.aborted) return;
      if (!blob) return setState({ kind: 'failed' });
      url = URL.createObjectURL(blob);
      setState({ kind: 'shown', url });
    }

    setState({ kind: 'loading' });
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
      if (url) URL.revokeObjectURL(url);
    };
  }, [frame, path, width]);
  return [state, setState] as const;
}

/** Reads a photo. A small one is requested once; what is stored on this device also replaces one that cannot be loaded. */
async function readPhoto(path: string, width: number, signal: AbortSignal) {
  const stored = await readStoredPhoto(path);
  if (stored && (stored.isOriginal || width === THUMBNAIL_WIDTH_PX)) return stored.blob;
  const result = await api.readFile({ params: { path }, query: { w: String(width) }, signal });
  if (!result.success) return result.status === 0 ? stored?.blob : undefined;
  if (width === THUMBNAIL_WIDTH_PX) void storeThumbnail(path, result.blob);
  return result.blob;
}
