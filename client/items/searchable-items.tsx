import { useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '#client/components/button.tsx';
import { lazyPart, useLazyPart } from '#client/hooks/lazy-part.ts';
import { SearchField } from '#client/search/search-field.tsx';
import { useTextSearch } from '#client/search/use-text-search.ts';
import { useDeviceSetting } from '#client/storage/use-device-setting.ts';
import { referencesIn } from '#shared/described-fields.ts';
import { textsIn } from './field-values.ts';
import { type Additions, ItemList, type ListProps } from './item-list.tsx';
import { useKind } from './kind-context.ts';
import { ItemMessage } from './list-states.tsx';
import { DATE_SORTS, narrowItems, sortItems } from './sort-items.ts';
import { useReferenceFilter } from './use-reference-filter.ts';

const referenceFilters = lazyPart(() => import('./reference-filters.tsx'));

export type OnFirst = {
  /** Called with the first item as listed, when it changes. Must be a stable function. */
  onFirst: (id: string | undefined) => void;
};

/** Shows the items below a search field. */
export function SearchableItems({
  items,
  sorts = [],
  filter,
  createdId,
  onFirst,
  ...list
}: ListProps &
  OnFirst &
  Pick<Additions, 'sorts' | 'filter'> & {
    /** The item that was created last. A new item ends the search, which might hide it. */
    createdId: string | undefined;
  }) {
  const { kind, messages: m } = useKind();
  const Filters = useLazyPart(referenceFilters, referencesIn(kind).length > 0);
  const byReference = useReferenceFilter(kind);
  const [query, setQuery] = useState('');
  const [sort, setSort] = useDeviceSetting(`${kind.many}_sort`, [
    ...DATE_SORTS,
    ...sorts.map(({ name }) => name),
  ]);
  const own = sorts.find(({ name }) => name === sort);
  const searchedTexts = useMemo(() => textsIn(kind), [kind]);
  const { found, prepare } = useTextSearch(items, query, searchedTexts);
  const sorted = useMemo(() => sortItems(items, sort, own), [items, sort, own]);
  const narrowed = useMemo(() => narrowItems(sorted, filter, found), [sorted, filter, found]);
  const shown = useMemo(() => narrowItems(narrowed, byReference), [narrowed, byReference]);

  const firstId = shown[0]?.id;
  useEffect(() => onFirst(firstId), [onFirst, firstId]);

  const [lastCreatedId, setLastCreatedId] = useState(createdId);
  if (createdId !== lastCreatedId) {
    setLastCreatedId(createdId);
    setQuery('');
  }

  // A new item that the filter would hide ends it, too.
  const created = items.find(({ id }) => id === createdId);
  const seenId = useRef(createdId);
  useEffect(() => {
    if (!created || created.id === seenId.current) return;
    seenId.current = created.id;
    if (byReference?.accepts(created) === false) byReference.clear();
  }, [created, byReference]);

  const isFiltered = filter !== undefined || byReference !== undefined;
  const isNarrowed = isFiltered || found !== undefined;
  return (
    <div className="searchable-items">
      <div className="items-bar">
        <SearchField label={m.search} value={query} onChange={setQuery} onFocus={prepare} />
        <select
          className="control items-sort"
          aria-label="Sort by"
          value={sort}
          onChange={(event) => setSort(event.target.value)}
        >
          <option value="created">Newest first</option>
          <option value="edited">Recently edited</option>
          {sorts.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {Filters && <Filters />}
      <div>
        <p role="status" className={shown.length > 0 ? 'item-found' : 'sr-only'}>
          {isNarrowed && m.found(shown.length, items.length)}
        </p>
        {shown.length > 0 ? (
          <ItemList
            items={shown}
            sort={sort}
            found={found}
            selection={[sort, filter?.name, byReference?.name, found?.query].join()}
            {...list}
          />
        ) : (
          <ItemMessage title={m.nothingFoundTitle} text={m.nothingFoundText}>
            <Button
              className="mt-3"
              variant="secondary"
              onClick={() => {
                setQuery('');
                filter?.clear();
                byReference?.clear();
              }}
            >
              {isFiltered ? 'Clear search and filters' : 'Clear search'}
            </Button>
          </ItemMessage>
        )}
      </div>
    </div>
  );
}
