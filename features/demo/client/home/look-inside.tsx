import type { ComponentProps } from 'react';

/**
 * Shows screenshots of the app, on phones only the phone screenshot. `npm run pictures` takes new ones, in these sizes.
 */
export function LookInside() {
  return (
    <figure className="page look-inside">
      <AppPicture
        name="notes-wide"
        width={1120}
        height={720}
        alt="Notes on a computer: how many there are, and the newest first, some with a photo"
      />
      <AppPicture name="notes-phone" width={360} height={720} alt="The same notes on a phone" />
      <figcaption className="mt-3 text-sm text-ink-faint">
        The demo itself, as a screenshot.
      </figcaption>
    </figure>
  );
}

function AppPicture({ name, alt, ...size }: { name: string } & ComponentProps<'img'>) {
  return (
    <picture>
      <source
        srcSet={`/pictures/${name}-dark.webp`}
        type="image/webp"
        media="(prefers-color-scheme: dark)"
      />
      <img
        src={`/pictures/${name}-light.webp`}
        loading="lazy"
        decoding="async"
        alt={alt}
        {...size}
      />
    </picture>
  );
}
