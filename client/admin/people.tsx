import { useState } from 'react';
import { focusHeading } from '#client/page/focus-heading.ts';
import { SearchField } from '#client/search/search-field.tsx';
import { PEOPLE_STATUSES, type Person } from '#shared/admin.ts';
import { PEOPLE_SEARCH_MAX_CHARACTERS } from '#shared/constants.ts';
import { ActivityCharts } from './activity-charts.tsx';
import { adminApi } from './admin-api.ts';
import { ListPage, ListStates } from './list-page.tsx';
import { peopleMessages as m } from './messages.ts';
import { PeopleList } from './people-list.tsx';
import { useDebounced } from './use-debounced.ts';
import { usePages } from './use-pages.ts';
import './people.css';

type Status = (typeof PEOPLE_STATUSES)[number];

export default function People() {
  const [typed, setTyped] = useState('');
  const [status, setStatus] = useState<Status>('all');
  const search = useDebounced(typed.trim());
  const people = usePages<Person>(`${status} ${search}`, async (before, signal) => {
    const query = { search: search || undefined, status, before };
    const result = await adminApi.listPeople({ query, signal });
    return result.success ? { items: result.people, next: result.next } : result;
  });
  const { items, loading } = people;

  function onChanged(person: Person, next: Person | undefined) {
    people.update((shown) => shown.flatMap((one) => (one.id === person.id ? (next ?? []) : one)));
    // The button that opened the menu is gone with the person.
    if (!next) focusHeading();
  }

  return (
    <ListPage title="People" intro={m.intro}>
      <ActivityCharts />
      <div className="people-search">
        <SearchField
          label={m.search}
          maxLength={PEOPLE_SEARCH_MAX_CHARACTERS}
          value={typed}
          onChange={setTyped}
        />
        <select
          className="control"
          aria-label="Show"
          value={status}
          onChange={(event) => setStatus(event.target.value as Status)}
        >
          {PEOPLE_STATUSES.map((one) => (
            <option key={one} value={one}>
              {m.statuses[one]}
            </option>
          ))}
        </select>
      </div>
      <p role="status" className="sr-only">
        {!loading && items && m.shown(items.length)}
      </p>
      <ListStates
        list={people}
        texts={{ ...m, none: noneText(search, people.next) }}
        more={search ? 'Keep searching' : 'Show more'}
      >
        <PeopleList people={items ?? []} busy={loading} onChanged={onChanged} />
      </ListStates>
    </ListPage>
  );
}

function noneText(search: string, next: string | null) {
  if (!search) return m.nobody;
  return next ? m.notFoundYet : m.notFound;
}
