import type { ComponentProps } from 'react';

/**
 * Shows the app on a sheet folded like the mark, with a screenshot on each of its three faces; phones show only the
 * screenshot of a phone. `npm run pictures` takes them again in these sizes.
 */
export function FoldedSheet() {
  return (
    <div className="folded-sheet">
      <div className="folded-face">
        <picture>
          <source
            media={`${PHONE} and ${DARK}`}
            srcSet={address('notes-phone', 'dark')}
            {...PHONE_PX}
          />
          <source media={PHONE} srcSet={address('notes-phone', 'light')} {...PHONE_PX} />
          <source media={DARK} srcSet={address('notes-wide', 'dark')} />
          <img
            src={address('notes-wide', 'light')}
            width={1120}
            height={720}
            fetchPriority="high"
            alt="Notes: how many there are, and the newest first"
          />
        </picture>
      </div>
      <Face
        name="notes-reading"
        width={400}
        height={640}
        alt="A note to read, with a red boat below its text"
      />
      <Face name="notes-phone" {...PHONE_PX} alt="The same notes on a phone" />
    </div>
  );
}

const DARK = '(prefers-color-scheme: dark)';
/** In the older syntax, because the build does not convert media queries in attributes. */
const PHONE = '(max-width: 767.98px)';
const PHONE_PX = { width: 360, height: 720 };

const address = (name: string, scheme: 'light' | 'dark') => `/pictures/${name}-${scheme}.webp`;

function Face({ name, alt, ...size }: { name: string } & ComponentProps<'img'>) {
  return (
    <div className="folded-face">
      <picture>
        <source media={DARK} srcSet={address(name, 'dark')} />
        <img src={address(name, 'light')} loading="lazy" alt={alt} {...size} />
      </picture>
    </div>
  );
}
