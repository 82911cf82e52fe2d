import { ImageOff } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { call } from '#client/api/api.ts';
import type { PHOTO_WIDTHS_PX } from '#shared/constants.ts';
import { photoMessages } from './messages.ts';

/** Where a feature stores photos to show them offline. */
export type PhotoCache = {
  read(path: string): Promise<Blob | undefined>;
  save(path: string, photo: Blob): Promise<void>;
};

type State = { kind: 'loading' } | { kind: 'shown'; url: string } | { kind: 'failed' };

/** Photos this close to the visible part of the page are loaded, before they are scrolled to. */
const LOAD_MARGIN = '400px';

/** The width that lists show is the one to cache: with it a whole list can be shown offline. */
const CACHED_WIDTH_PX = 320;

/** Shows a stored photo. It fetches the bytes, because an `<img>` cannot send the session token. */
export function Photo({
  path,
  alt,
  width = CACHED_WIDTH_PX,
  className = '',
  cache,
}: {
  path: string;
  alt: string;
  width?: (typeof PHOTO_WIDTHS_PX)[number];
  /** Sets a size or an aspect ratio, so that nothing moves when the picture arrives. */
  className?: string;
  cache?: PhotoCache;
}) {
  const frame = useRef<HTMLSpanElement>(null);
  const [photo, setPhoto] = usePhoto(frame, path, width, cache);
  return (
    <span ref={frame} className={`photo ${className}`} data-state={photo.kind}>
      {photo.kind === 'shown' && (
        <img
          src={photo.url}
          alt={alt}
          decoding="async"
          onError={() => setPhoto({ kind: 'failed' })}
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

/** Loads a photo when its frame comes near the visible part of the page. */
function usePhoto(
  frame: RefObject<HTMLElement | null>,
  path: string,
  width: number,
  cache: PhotoCache | undefined,
) {
  const [state, setState] = useState<State>({ kind: 'loading' });
  useEffect(() => {
    const unmount = new AbortController();
    let url: string | undefined;

    async function load() {
      const blob = await loadPhoto(path, width, cache, unmount.signal);
      if (unmount.signal.aborted) return;
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
      { rootMargin: LOAD_MARGIN },
    );
    if (frame.current) observer.observe(frame.current);
    return () => {
      observer.disconnect();
      unmount.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [frame, path, width, cache]);
  return [state, setState] as const;
}

/** Fetches a photo. Without a response it returns the cached one, in whatever width that is. */
async function loadPhoto(
  path: string,
  width: number,
  cache: PhotoCache | undefined,
  signal: AbortSignal,
): Promise<Blob | undefined> {
  const result = await call('readFile', { params: { path }, query: { w: String(width) }, signal });
  if (!result.success)
    return result.status === 0 ? cache?.read(path).catch(() => undefined) : undefined;
  if (width === CACHED_WIDTH_PX && !signal.aborted) cache?.save(path, result.blob).catch(() => {});
  return result.blob;
}
