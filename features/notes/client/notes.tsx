import { useMemo, useState } from 'react';
import { ItemScreen } from '#client/items/item-screen.tsx';
import { MarkedExcerpt } from '#client/search/marked-excerpt.tsx';
import type { Found } from '#client/search/search-index.ts';
import { useStartOfToday } from '#client/text/dates.ts';
import { type Note, notes } from '../contract.ts';
import { noteMessages } from './messages.ts';
import { filterOf, NO_FILTER } from './note-filter.ts';
import { NoteStats } from './note-stats.tsx';

/** Shows the notes below their counts, which filter them. */
export default function NotesScreen() {
  const [chosen, setChosen] = useState(NO_FILTER);
  const today = useStartOfToday();
  const filter = useMemo(
    () => filterOf(chosen, today, () => setChosen(NO_FILTER)),
    [chosen, today],
  );
  return (
    <ItemScreen
      kind={notes}
      messages={noteMessages}
      content={excerpt}
      filter={filter}
      summary={(notes) => <NoteStats notes={notes} filter={chosen} onFilter={setChosen} />}
    />
  );
}

const excerpt = ({ content }: Note, found: Found | undefined) => (
  <p>
    <MarkedExcerpt text={content} found={found} />
  </p>
);
