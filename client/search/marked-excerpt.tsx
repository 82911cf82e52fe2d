import { Fragment, memo } from 'react';
import type { Found } from './search-index.ts';

/** More than fits on a card. The limit exists because the browser would also lay out the invisible rest. */
const EXCERPT_CHARACTERS = 400;

/** Shows the beginning of a text with all search matches marked. */
export const MarkedExcerpt = memo(function MarkedExcerpt({
  text: whole,
  found,
}: {
  text: string;
  found: Found | undefined;
}) {
  const text = whole.slice(0, EXCERPT_CHARACTERS);
  const ranges = found?.rangesIn(text) ?? [];
  return (
    <>
      {ranges.map(({ start, end }, index) => (
        <Fragment key={start}>
          {text.slice(ranges[index - 1]?.end ?? 0, start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(ranges.at(-1)?.end ?? 0)}
    </>
  );
});
