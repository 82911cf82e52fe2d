import { Fragment, memo } from 'react';
import type { Found } from './search-index.ts';

/** What follows is rarely visible in a list, and marking it would take long. */
const MARKED_CHARACTERS = 300;

/** Shows a text in which everything that was searched for is marked. */
export const MarkedText = memo(function MarkedText({
  text,
  found,
}: {
  text: string;
  found: Found | undefined;
}) {
  const ranges = found?.rangesIn(text.slice(0, MARKED_CHARACTERS)) ?? [];
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
