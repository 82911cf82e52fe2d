import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '#client/api.ts';
import { shellMessages } from '#client/messages.ts';
import type { PHOTO_WIDTHS_PX } from '#shared/constants.ts';
import { Skeleton } from './skeleton.tsx';

type State = { kind: 'loading' } | { kind: 'shown'; url: string } | { kind: 'failed' };

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
  const [photo, setPhoto] = usePhoto(path, width);
  if (photo.kind === 'loading') return <Skeleton className={className} />;
  if (photo.kind === 'failed') {
    return (
      <span className={`photo-failed ${className}`}>
        <ImageOff aria-hidden className="size-5" />
        {shellMessages.imageFailed}
      </span>
    );
  }
  return (
    <img
      src={photo.url}
      alt={alt}
      decoding="async"
      className={`object-cover ${className}`}
      onError={() => setPhoto({ kind: 'failed' })}
    />
  );
}

function usePhoto(path: string, width: number) {
  const [state, setState] = useState<State>({ kind: 'loading' });
  useEffect(() => {
    const leaving = new AbortController();
    let url: string | undefined;
    setState({ kind: 'loading' });
    call('readFile', {
      params: { path },
      query: { w: String(width) },
      signal: leaving.signal,
    }).then((answer) => {
      if (leaving.signal.aborted) return;
      if (!answer.success) return setState({ kind: 'failed' });
      url = URL.createObjectURL(answer.blob);
      setState({ kind: 'shown', url });
    });
    return () => {
      leaving.abort();
      if (url) URL.revokeObjectURL(url);
    };
  }, [path, width]);
  return [state, setState] as const;
}
