import { Avatar } from '#client/components/avatar.tsx';
import { formatDateTime, formatDay } from '#client/text/dates.ts';
import { features } from '#features/client.ts';
import type { Person } from '#shared/admin.ts';
import { formatNumber } from '#shared/format-number.ts';
import { formatBytes } from './format.ts';
import { peopleMessages as m } from './messages.ts';
import { nameOf } from './person-actions.tsx';
import type { Columns } from './record-list.tsx';

/** What the list shows of a person, with the counts of the features. */
export const personFacts: Columns<Person>['facts'] = [
  ['Joined', ({ created_at }) => formatDay(created_at), 'time'],
  [
    'Last seen',
    ({ last_seen_at }) => (last_seen_at ? formatDateTime(last_seen_at) : m.never),
    'time',
  ],
  ...features
    .flatMap(({ counts = {} }) => Object.entries(counts))
    .map(([name, label]): Columns<Person>['facts'][number] => [
      label,
      ({ counts }) => formatNumber(counts[name] ?? 0),
      'figure',
    ]),
  ['Storage', ({ storage_bytes }) => formatBytes(storage_bytes), 'figure'],
];

/** Shows name, address and status of a person. */
export function Who({ person, isSelf }: { person: Person; isSelf: boolean }) {
  return (
    <div className="flex items-center gap-3">
      <Avatar user={person} className="flex-none" />
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <b dir="auto" className="wrap-anywhere font-semibold">
            {nameOf(person)}
          </b>
          {isSelf && <span className="tag">You</span>}
          {person.user_type === 'admin' && <span className="tag">Admin</span>}
          {!person.confirmed && (
            <span className="tag" data-kind="waiting">
              Not confirmed
            </span>
          )}
        </p>
        <p className="wrap-anywhere text-sm text-ink-soft">{person.email}</p>
      </div>
    </div>
  );
}
