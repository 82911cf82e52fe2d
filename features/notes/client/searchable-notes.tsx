import { useMemo, useState } from 'react';
import { Button } from '#client/components/button.tsx';
import { useStartOfToday } from '#client/components/dates.ts';
import { useFocusHeadingOnUnmount } from '#client/components/focus-heading.ts';
import { SearchField } from '#client/search/search-field.tsx';
import { useTextSearch } from '#client/search/use-text-search.ts';
import { useDeviceSetting } from '#client/storage/use-device-setting.ts';
import type { OutboxEntry } from '#client/sync/outbox-entry.ts';
import type { Note } from '../contract.ts';
import { notesMessages as m } from './messages.ts';
import {
  filterNotes,
  NO_FILTER,
  NOTE_SORTS,
  type NoteFilter,
  type NoteSort,
  searchedTexts,
  sortNotes,
} from './note-filter.ts';
import { type NoteActions, NoteList } from './note-list.tsx';

/** Shows the notes below a field that searches them, as filtered by the counts. */
export function SearchableNotes({
  notes,
  entries,
  filter,
  onFilter,
  createdId,
  ...actions
}: {
  notes: Note[];
  entries: ReadonlyMap<string, OutboxEntry>;
  filter: NoteFilter;
  onFilter: (filter: NoteFilter) => void;
  /** The note that was created last. A new one ends the search, which would hide it. */
  createdId: string | undefined;
} & NoteActions) {
  const [query, setQuery] = useState('');
  const [sort, setSort] = useDeviceSetting('notes_sort', NOTE_SORTS);
  const { found, prepare } = useTextSearch(notes, query, searchedTexts);
  const today = useStartOfToday();
  const sorted = useMemo(() => sortNotes(notes, sort), [notes, sort]);
  const shown = useMemo(
    () => filterNotes(sorted, filter, found, today),
    [sorted, filter, found, today],
  );

  const [lastCreatedId, setLastCreatedId] = useState(createdId);
  if (createdId !== lastCreatedId) {
    setLastCreatedId(createdId);
    setQuery('');
  }

  const isFiltered = filter.withPhotos || filter.createdToday;
  const isNarrowed = isFiltered || found !== undefined;
  return (
    <div className="searchable-notes">
      <div className="note-bar">
        <SearchField label="Search notes" value={query} onChange={setQuery} onFocus={prepare} />
        <select
          className="control note-sort"
          aria-label="Sort by"
          value={sort}
          onChange={(event) => setSort(event.target.value as NoteSort)}
        >
          <option value="created">Created</option>
          <option value="edited">Edited</option>
        </select>
      </div>
      <div>
        <p role="status" className={shown.length > 0 ? 'note-found' : 'sr-only'}>
          {isNarrowed && m.found(shown.length, notes.length)}
        </p>
        {shown.length > 0 ? (
          <NoteList
            notes={shown}
            entries={entries}
            sort={sort}
            found={found}
            selection={[sort, filter.withPhotos, filter.createdToday, found?.query].join()}
            {...actions}
          />
        ) : (
          <NothingFound
            onClear={() => {
              setQuery('');
              onFilter(NO_FILTER);
            }}
          />
        )}
      </div>
    </div>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <div ref={useFocusHeadingOnUnmount<HTMLDivElement>()} className="note-message">
      <h2 className="text-heading">{m.nothingFoundTitle}</h2>
      <p className="max-w-sm text-ink-soft">{m.nothingFoundText}</p>
      <Button className="mt-3" variant="secondary" onClick={onClear}>
        Clear search and filters
      </Button>
    </div>
  );
}
