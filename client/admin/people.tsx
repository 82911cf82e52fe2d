import { useState } from 'react';
import { call } from '#client/api-client/api.ts';
import { focusHeading } from '#client/components/focus-heading.ts';
import { TextField } from '#client/components/text-field.tsx';
import { PEOPLE_STATUSES, type Person } from '#shared/admin.ts';
import { PEOPLE_SEARCH_MAX_CHARACTERS } from '#shared/constants.ts';
import { ActivityCharts } from './activity-charts.tsx';
import { ListPage, ListStates } from './list-page.tsx';
import { peopleMessages as m } from './messages.ts';
import { PeopleList } from './people-list.tsx';
import { useDebounced } from './use-debounced.ts';
import { usePages } from './use-pages.ts';

type Status = (typeof PEOPLE_STATUSES)[number];

export default function People() {
  const [typed, setTyped] = useState('');
  const [status, setStatus] = useState<Status>('all');
  const search = useDebounced(typed.trim());
  const people = usePages<Person>(`${status} ${search}`, async (before, signal) => {
    const query = { search: search || undefined, status, before };
    const result = await call('listPeople', { query, signal });
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
      {/* biome-ignore lint/a11y/useSemanticElements: the search element is younger than the oldest supported browsers */}
      <form
        role="search"
        aria-label="People"
        className="people-search"
        onSubmit={(event) => event.preventDefault()}
      >
        <TextField
          label="Search"
          type="search"
          name="search"
          hint={m.searchHint}
          maxLength={PEOPLE_SEARCH_MAX_CHARACTERS}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <StatusField value={status} onChange={setStatus} />
      </form>
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

function StatusField({ value, onChange }: { value: Status; onChange: (next: Status) => void }) {
  return (
    <div className="field">
      <label htmlFor="people-status" className="text-sm font-medium">
        Show
      </label>
      <select
        id="people-status"
        className="control"
        value={value}
        onChange={(event) => onChange(event.target.value as Status)}
      >
        {PEOPLE_STATUSES.map((status) => (
          <option key={status} value={status}>
            {m.statuses[status]}
          </option>
        ))}
      </select>
    </div>
  );
}
