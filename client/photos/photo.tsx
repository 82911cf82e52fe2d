import { ImageOff } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { call } from '#client/api/api.ts';
import { shellMessages } from '#client/messages.ts';
import { keepPhoto, keptPhoto } from '#features/notes/client/offline-cache.ts';
import type { PHOTO_WIDTHS_PX } from '#shared/constants.ts';

type State = { kind: 'loading' } | { kind: 'shown'; url: string } | { kind: 'failed' };

/** Far enough ahead that a photo is there when it is scrolled to. */
const NEAR = '400px';

/** A stored photo. An `<img>` cannot send the session, so the bytes are fetched and shown as a blob. */
export function Photo({
  path,
  alt,
  width = 320,
  className = '',
}: {
  path: string;
  alt: string;
  width?: (typeof PHOTO_WIDTHS_PX)[number];
  /** Give it a size or an aspect ratio, so that nothing moves when the picture arrives. */
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
          onError={() => setPhoto({ kind: 'failed' })}
        />
      )}
      {photo.kind === 'failed' && (
        <span className="photo-failed">
          <ImageOff aria-hidden className="size-5" />
          {shellMessages.imageFailed}
        </span>
      )}
    </span>
  );
}

/** Asks for the bytes when the frame comes near the part of the page that is seen. */
function usePhoto(frame: RefObject<HTMLElement | null>, path: string, width: number) {
  const [state, setState] = useState<State>({ kind: 'loading' });
  useEffect(() => {
    const leaving = new AbortController();
    let url: string | undefined;

    async function load() {
      const { signal } = leaving;
      const answer = await call('readFile', {
        params: { path },
        query: { w: String(width) },
        signal,
      });
      const blob = answer.success ? answer.blob : await keptInstead(path, answer.status);
      if (signal.aborted) return;
      if (!blob) return setState({ kind: 'failed' });
      if (answer.success && width === KEPT_WIDTH_PX) keepPhoto(path, blob).catch(() => {});
      url = URL.createObjectURL(blob);
      setState({ kind: 'shown', url });
    }

    setState({ kind: 'loading' });
    const approach = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        approach.disconnect();
        void load();
      },
      { rootMargin: NEAR },
    );
    if (frame.current) approach.observe(frame.current);
    return () => {
      approach.disconnect();
      leaving.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [frame, path, width]);
  return [state, setState] as const;
}

/** The one lists show, so that a list without a network is still whole. */
const KEPT_WIDTH_PX = 320;

/** Any width is better than none, but only when nobody answered: a refusal is an answer. */
const keptInstead = (path: string, status: number) =>
  status === 0 ? keptPhoto(path).catch(() => undefined) : undefined;
