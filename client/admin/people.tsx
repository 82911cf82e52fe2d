import { Ellipsis } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { PEOPLE_SEARCH_DELAY_MS } from '#client/constants.ts';
import { focusHeading } from '#client/page/focus-heading.ts';
import { SearchField } from '#client/search/search-field.tsx';
import { useUser } from '#client/session/session.ts';
import { PEOPLE_STATUSES, type Person } from '#shared/admin.ts';
import { PEOPLE_SEARCH_MAX_CHARACTERS } from '#shared/constants.ts';
import { ActivityCharts } from './activity-charts.tsx';
import { adminApi } from './admin-api.ts';
import { ListPage } from './list-page.tsx';
import { peopleMessages as m } from './messages.ts';
import { nameOf, PersonActions } from './person-actions.tsx';
import { personFacts, Who } from './person-record.tsx';
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
  const self = useUser();
  const [chosen, setChosen] = useState<Person>();
  const button = useRef<HTMLButtonElement>(null);

  /** Shows the person after an action; without `next` the account was deleted. */
  function onChanged(person: Person, next: Person | undefined) {
    people.update((shown) => shown.flatMap((one) => (one.id === person.id ? (next ?? []) : one)));
    // The button that opened the menu has disappeared with the deleted user.
    if (!next) focusHeading();
  }

  return (
    <>
      <ListPage
        title="People"
        texts={{ ...m, none: noneText(search, people.next) }}
        list={people}
        columns={{
          lead: ['Person', (person) => <Who person={person} isSelf={person.id === self.id} />],
          facts: personFacts,
          action: (person) => (
            <button
              type="button"
              className="icon-button"
              aria-label={`Actions for ${nameOf(person)}`}
              aria-haspopup="menu"
              aria-expanded={chosen?.id === person.id}
              onClick={({ currentTarget }) => {
                button.current = currentTarget;
                setChosen(person);
              }}
            >
              <Ellipsis aria-hidden className="size-5" />
            </button>
          ),
        }}
        filters={
          <>
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
          </>
        }
        more={search ? 'Keep searching' : 'Show more'}
      />
      <PersonActions
        person={chosen}
        anchor={button}
        onClose={() => setChosen(undefined)}
        onChanged={onChanged}
      />
    </>
  );
}

function noneText(search: string, next: string | null) {
  if (!search) return m.nobody;
  return next ? m.notFoundYet : m.notFound;
}

/** Returns a value after it has stayed the same for a moment, so that not every key press is a request. */
function useDebounced(value: string) {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(setSettled, PEOPLE_SEARCH_DELAY_MS, value);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
